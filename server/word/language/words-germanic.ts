import type { Agreement } from './words-speller.ts'

const GERMAN = [
  'null ein zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn',
  'siebzehn achtzehn neunzehn',
]
  .join(' ')
  .split(' ')
const GERMAN_TENS = '- zehn zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig'.split(' ')
const GERMAN_SCALES = [
  ['eine Million', 'Millionen'],
  ['eine Milliarde', 'Milliarden'],
  ['eine Billion', 'Billionen'],
]

/** Switzerland and Liechtenstein write ss for ß. */
export function inGerman(
  groups: readonly number[],
  { language, isBeforeNoun, isFeminine }: Agreement,
): string {
  const at = (power: number) => groups[groups.length - 1 - power] ?? 0
  const parts = [4, 3, 2].flatMap(power => {
    const [single = '', several = ''] = GERMAN_SCALES[power - 2] ?? []
    const group = at(power)
    return group === 0
      ? []
      : [group === 1 ? single : `${german(group)}${group % 100 === 1 ? 's' : ''} ${several}`]
  })
  const thousands = at(1) === 0 ? '' : `${german(at(1))}tausend`
  const rest = `${thousands}${german(at(0))}`
  const isOne = at(0) % 100 === 1
  if (rest !== '') parts.push(isOne ? `${rest}${isBeforeNoun ? (isFeminine ? 'e' : '') : 's'}` : rest)
  const text = parts.length === 0 ? 'null' : parts.join(' ')
  return /-(CH|LI)\b/i.test(language) ? text.replaceAll('ß', 'ss') : text
}

function german(number: number): string {
  const hundreds = number < 100 ? '' : `${GERMAN[Math.floor(number / 100)]}hundert`
  const rest = number % 100
  if (rest === 0) return hundreds
  if (rest < 20) return `${hundreds}${GERMAN[rest]}`
  const ones = rest % 10 === 0 ? '' : `${GERMAN[rest % 10]}und`
  return `${hundreds}${ones}${GERMAN_TENS[Math.floor(rest / 10)]}`
}

const DUTCH = [
  'nul een twee drie vier vijf zes zeven acht negen tien elf twaalf dertien veertien vijftien zestien',
  'zeventien achttien negentien',
]
  .join(' ')
  .split(' ')
const DUTCH_TENS = '- tien twintig dertig veertig vijftig zestig zeventig tachtig negentig'.split(' ')
const DUTCH_SCALES = ['', '', ' miljoen', ' miljard', ' biljoen']

export function inDutch(groups: readonly number[]): string {
  const parts = groups.flatMap((group, index) => {
    const power = groups.length - 1 - index
    if (group === 0) return []
    if (power === 1) return [group === 1 ? 'duizend' : `${dutch(group)}duizend`]
    return [`${group === 1 ? 'één' : dutch(group)}${DUTCH_SCALES[power] ?? ''}`]
  })
  return parts.length === 0 ? 'nul' : parts.join(' ')
}

function dutch(number: number): string {
  const hundreds = Math.floor(number / 100)
  const start = hundreds === 0 ? '' : `${hundreds === 1 ? '' : DUTCH[hundreds]}honderd`
  const rest = number % 100
  if (rest === 0) return start
  if (rest < 20) return `${start}${DUTCH[rest]}`
  const ones = DUTCH[rest % 10] ?? ''
  // Two vowels that meet are parted: “tweeëntwintig”.
  const joint = ones.endsWith('e') ? 'ën' : 'en'
  return `${start}${rest % 10 === 0 ? '' : `${ones}${joint}`}${DUTCH_TENS[Math.floor(rest / 10)]}`
}
