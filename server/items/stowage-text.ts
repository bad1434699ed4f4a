import type { ItemContainer } from '#contract/item-containers.ts'

/** What of an item is in the container of this number; all of it where no figure is said. */
export type StowedPart = { number: string } & Omit<ItemContainer, 'itemId' | 'containerId'>

function partText({ number, packs, grossWeight, volume }: StowedPart): string {
  const figures = [
    ...(packs === null ? [] : [`${packs} ${packs === 1 ? 'pack' : 'packs'}`]),
    ...(grossWeight === null ? [] : [`${grossWeight} kg`]),
    ...(volume === null ? [] : [`${volume} m³`]),
  ]
  return figures.length === 0 ? number : `${number}: ${figures.join(', ')}`
}

/** “MSKU1234565: 4 packs, 1200.5 kg; TGHU7654320: 5 packs” as a spreadsheet has it; null for an item in none. */
export function stowageText(parts: readonly StowedPart[]): string | null {
  if (parts.length === 0) return null
  const texts = parts.map(partText)
  return texts.join(texts.every((text, at) => text === parts[at]?.number) ? ', ' : '; ')
}
