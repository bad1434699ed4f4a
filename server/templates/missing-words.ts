import { TransportMode } from '#contract/choices.ts'
import { chargeSections } from '#contract/finance-sections.ts'
import { capital } from './field-group.ts'
import { fullLabel, groupOf, groupTitle } from './field-groups.ts'

/** What carries the cargo, which the job card always calls the vessel. */
const carriers: Readonly<Record<number, string>> = {
  [TransportMode.air]: 'Flight',
  [TransportMode.road]: 'Truck',
}

const CARRIER = 'Shipment.VesselName'

/** Any other word is written small within a sentence: not abbreviations such as ETD, "BL" or "UN/LOCODE". */
const ORDINARY = /(?<![\p{L}\p{N}/])\p{Lu}(?=\p{Ll}|-\p{Ll})[\p{Ll}-]*(?![\p{L}\p{N}/])/gu

/** What a label adds about how it is printed: "Packing mode, in the singular for one". */
const ADDED = /, [^()]*$/

/** A field's label as it reads within a sentence: "port of loading", "house BL", "e-mail". */
export const inSentence = (label: string): string =>
  label.replace(ADDED, '').replaceAll(ORDINARY, word => word.toLowerCase())

export const asSentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** The same at the beginning of a sentence: "Port of loading". */
export const atStart = (label: string): string => asSentence(inSentence(label))

const chargeGroups = new Set(chargeSections.map(capital))

/** A field that a document leaves blank: what people call it for a job of this mode, and what is said of it. */
export function emptyField(
  name: string,
  fieldLabel: string,
  transportMode: number | null,
): { label: string; message: string } {
  const own = name === CARRIER && transportMode !== null ? carriers[transportMode] : undefined
  const label = own ?? fullLabel(name, fieldLabel)
  const group = groupOf(name)
  const start = `${groupTitle(group)}: `
  if (own || !label.startsWith(start)) return { label, message: `${atStart(label)} is empty` }
  const [owner, of] = [inSentence(groupTitle(group)), inSentence(label.slice(start.length))]
  if (group === 'Company') return { label, message: `Your company has no ${of}` }
  if (group === 'Finance') return { label, message: `The ${of} of the charges is empty` }
  return { label, message: `The ${owner} ${chargeGroups.has(group) ? 'have' : 'has'} no ${of}` }
}

export const emptyList = (title: string) => `There are no ${inSentence(title).replace(/^all /, '')}`

/** Of a list's rows, some lack this: "1 of 2 cargo items has no gross weight". */
export function emptyInRows(title: string, label: string, { blank, rows }: { blank: number; rows: number }) {
  const [all, of] = [inSentence(title).replace(/^all /, ''), inSentence(label)]
  if (rows === 1) return `The ${all.replace(/ies$/, 'y').replace(/s$/, '')} has no ${of}`
  return `${blank} of ${rows} ${all} ${blank === 1 ? 'has' : 'have'} no ${of}`
}
