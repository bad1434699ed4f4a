import { MAX_STOWED } from '#contract/item-containers.ts'
import type { Session } from '#server/db/db.ts'
import { AppError } from '#server/errors.ts'
import { containersElsewhere, countStowed, replaceItemContainers, stowWhole } from './container-records.ts'

export const TRAVELS_IN =
  'An item travels in the containers of its own job, and that of a house without any in those of its master.'

type NewItem = { id: string; containerId?: string | null | undefined }

export const tooManyStowed = () =>
  new AppError(
    'limit_reached',
    `The items of a job are in its containers at most ${MAX_STOWED} times. Split fewer items over fewer containers.`,
  )

/** Puts new items whole into the containers that they name; refuses a container in which their job does not travel. */
export async function stowNewItems(
  { db, accountId }: Session,
  jobId: string,
  items: readonly NewItem[],
): Promise<void> {
  const named = items.flatMap(({ id, containerId }) => (containerId ? [{ id, containerId }] : []))
  if (named.length === 0) return
  const elsewhere = await containersElsewhere(
    db,
    accountId,
    jobId,
    named.map(one => one.containerId),
  )
  const errors = items.flatMap(({ containerId }, index) =>
    containerId && elsewhere.has(containerId)
      ? [{ path: `items.${index}.containerId`, message: 'The job has no such container.' }]
      : [],
  )
  if (errors.length > 0) throw new AppError('invalid_input', TRAVELS_IN, { errors })
  await stowWhole(db, accountId, named)
  if ((await countStowed(db, accountId, { jobId })) > MAX_STOWED) throw tooManyStowed()
}

/** Puts an item whole into a container of its job or its master, in place of those that it was in; null: into none. */
export async function putIntoContainer(
  { db, accountId }: Session,
  item: { id: string; jobId: string },
  containerId: string | null,
): Promise<void> {
  const wanted = containerId === null ? [] : [containerId]
  if ((await containersElsewhere(db, accountId, item.jobId, wanted)).size > 0)
    throw new AppError('invalid_input', TRAVELS_IN, {
      errors: [{ path: 'containerId', message: 'The item’s job has no such container.' }],
    })
  const others = await countStowed(db, accountId, { jobId: item.jobId, without: item.id })
  if (others + wanted.length > MAX_STOWED) throw tooManyStowed()
  const whole = { packs: null, grossWeight: null, volume: null }
  await replaceItemContainers(
    db,
    accountId,
    item,
    wanted.map(one => ({ containerId: one, ...whole })),
  )
}
