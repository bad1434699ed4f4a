import { decimalsOf } from '#contract/currency-decimals.ts'
import { readDecimal } from './decimal.ts'
import { inArabic } from './words-arabic.ts'
import { currencyName } from './words-currency.ts'
import { inEnglish } from './words-english.ts'
import { inFrench } from './words-french.ts'
import { inDutch, inGerman } from './words-germanic.ts'
import { inItalian } from './words-italian.ts'
import { inPortuguese } from './words-portuguese.ts'
import { inSpanish } from './words-spanish.ts'
import type { Agreement, Speller } from './words-speller.ts'
import { inTurkish } from './words-turkish.ts'
import { inUrdu } from './words-urdu.ts'

interface WordsOf {
  spell: Speller
  minus: string
  /** Between the whole number and the hundredths. */
  and: string
  /** What a whole number of millions wants before a noun: “un million de dollars”. */
  ofMillions?: (noun: string) => string
}

const LANGUAGES: Readonly<Record<string, WordsOf>> = {
  ar: { spell: inArabic, minus: 'سالب', and: ' و' },
  de: { spell: inGerman, minus: 'minus', and: ' und ' },
  en: { spell: inEnglish, minus: 'minus', and: ' and ' },
  es: { spell: inSpanish, minus: 'menos', and: ' con ', ofMillions: () => 'de ' },
  fr: {
    spell: inFrench,
    minus: 'moins',
    and: ' et ',
    ofMillions: noun => (/^[aeéiou]/i.test(noun) ? 'd’' : 'de '),
  },
  it: { spell: inItalian, minus: 'meno', and: ' e ', ofMillions: () => 'di ' },
  nl: { spell: inDutch, minus: 'min', and: ' en ' },
  pt: { spell: inPortuguese, minus: 'menos', and: ' e ', ofMillions: () => 'de ' },
  tr: { spell: inTurkish, minus: 'eksi', and: ' ve ' },
  ur: { spell: inUrdu, minus: 'منفی', and: ' اور ' },
}

/** Whether numbers can be written out in the language, such as `pt-BR`. */
export function hasWordsFor(language: string): boolean {
  return Object.hasOwn(LANGUAGES, baseOf(language))
}

export type Hundredths = 'where any' | 'always' | 'never'

export interface InWords {
  hundredths?: Hundredths
  /** The template's, such as `de-DE`; English stands in for one that has no words here. */
  language?: string
  /** By ISO 4217: the amount is rounded to its decimals, as the figures beside it are. */
  currency?: string
  /** Whether the currency's name is printed too. */
  isNamed?: boolean
}

/**
 * A number in words, as amounts are written out: “one thousand two hundred five US dollars and 40/100”.
 * Undefined for what is not a number, or has more than 15 digits before the point.
 */
export function inWords(value: string | number, settings: InWords = {}): string | undefined {
  const { hundredths = 'where any', currency = '', isNamed = false } = settings
  const language =
    settings.language !== undefined && hasWordsFor(settings.language) ? settings.language : 'en'
  const decimal = readDecimal(value)
  const words = LANGUAGES[baseOf(language)]
  if (decimal === undefined || words === undefined) return undefined
  const places = hundredths === 'never' ? 0 : decimalsOf(currency)
  const { whole, fraction } = rounded(decimal.whole, decimal.fraction, places)
  if (whole.length > 15) return undefined
  const isZero = !/[1-9]/.test(whole + fraction)
  const sign = decimal.isNegative && !isZero ? `${words.minus} ` : ''
  const isShown = places > 0 && (hundredths === 'always' || /[1-9]/.test(fraction))
  const minor = isShown ? `${words.and}${fraction}/${10 ** places}` : ''
  const name = isNamed && currency !== '' ? currencyName(currency, language, whole) : undefined
  return `${sign}${counted(whole, name, words, language)}${minor}`
}

function counted(
  whole: string,
  name: { text: string; isFeminine: boolean } | undefined,
  { spell, ofMillions }: WordsOf,
  language: string,
): string {
  const noun = name?.text ?? ''
  const agreement: Agreement = {
    language,
    noun,
    isBeforeNoun: noun !== '',
    isFeminine: name?.isFeminine === true,
  }
  const isArabic = language.startsWith('ar')
  if (isArabic && noun !== '' && whole === '2') return noun
  if (isArabic && noun !== '' && whole === '1') return `${noun} ${spell([1], agreement)}`
  const of = /[1-9]0{6,}$/.test(whole) ? (ofMillions?.(noun) ?? '') : ''
  const text = spell(groupsOf(whole), agreement)
  return noun === '' ? text : `${text} ${of}${noun}`
}

function baseOf(language: string): string {
  return language.slice(0, 2).toLowerCase()
}

function rounded(whole: string, fraction: string, places: number): { whole: string; fraction: string } {
  const kept = fraction.padEnd(places, '0').slice(0, places)
  const isUp = (fraction[places] ?? '0') >= '5'
  const digits = (BigInt(whole + kept) + (isUp ? 1n : 0n)).toString().padStart(places + 1, '0')
  return { whole: digits.slice(0, digits.length - places), fraction: digits.slice(digits.length - places) }
}

function groupsOf(whole: string): number[] {
  const groups: number[] = []
  for (let end = whole.length; end > 0; end -= 3) {
    groups.unshift(Number(whole.slice(Math.max(0, end - 3), end)))
  }
  return groups
}

const ORDINAL_SIGNS: Readonly<Record<string, string>> = {
  de: '.',
  es: '.º',
  fr: 'e',
  it: 'º',
  nl: 'e',
  pt: 'º',
  tr: '.',
}

/** “1st”, “22nd”, “13th”; in other languages the sign that stands behind a figure: “1er”, “22.”. */
export function asOrdinal(whole: string, language = 'en'): string {
  const base = baseOf(language)
  if (base !== 'en') return `${whole}${base === 'fr' && whole === '1' ? 'er' : (ORDINAL_SIGNS[base] ?? '')}`
  const last = Number(whole.slice(-1))
  const isTeen = whole.length > 1 && whole.at(-2) === '1'
  return `${whole}${isTeen ? 'th' : (['th', 'st', 'nd', 'rd'][last] ?? 'th')}`
}
