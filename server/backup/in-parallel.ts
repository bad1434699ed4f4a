/** Does `work` for every item, so many at a time; the first failure ends it once those under way have ended. */
export async function inParallel<Item>(
  items: Iterable<Item>,
  atOnce: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const iterator = items[Symbol.iterator]()
  let failure: { error: unknown } | undefined
  const worker = async () => {
    for (let next = iterator.next(); !next.done && !failure; next = iterator.next())
      await work(next.value).catch((error: unknown) => (failure ??= { error }))
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  if (failure) throw failure.error
}
