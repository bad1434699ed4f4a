/** One entry of a searchable field. */
export type SearchableOption<Value> = { value: Value; label: string }

const rank = (label: string, wanted: string) => {
  if (label === wanted) return 0
  if (label.startsWith(wanted)) return 1
  return label.includes(` ${wanted}`) ? 2 : 3
}

/**
 * The entries that the typed text is part of: first the one that it is, then those that begin with it, then
 * those with a word that does. “Ger” means Germany before Algeria.
 */
export function matchingOptions<Option extends { label: string }>(
  options: readonly Option[],
  typed: string,
): Option[] {
  const wanted = typed.trim().toLowerCase()
  return options
    .filter(({ label }) => label.toLowerCase().includes(wanted))
    .toSorted((one, other) => rank(one.label.toLowerCase(), wanted) - rank(other.label.toLowerCase(), wanted))
}

/** What stands under a field whose text is no entry of its list. */
export function noMatchText(typed: string, chosen: string | undefined): string {
  const stays = chosen === undefined ? '' : ` “${chosen}” stays chosen until then.`
  return `“${typed.trim()}” is not in the list. Choose an entry, or empty the field.${stays}`
}
