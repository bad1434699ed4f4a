import type { Agreement } from './words-speller.ts'

const SMALL = [
  'zero um dois três quatro cinco seis sete oito nove dez onze doze treze catorze quinze dezesseis',
  'dezessete dezoito dezenove',
]
  .join(' ')
  .split(' ')
const TENS = '- dez vinte trinta quarenta cinquenta sessenta setenta oitenta noventa'.split(' ')
const HUNDREDS =
  '- cento duzentos trezentos quatrocentos quinhentos seiscentos setecentos oitocentos novecentos'.split(' ')

/** Brazil counts by the short scale (bilhão), Portugal and the others by the long one (mil milhões). */
export function inPortuguese(groups: readonly number[], { language, isFeminine }: Agreement): string {
  const isBrazilian = /^pt(-br)?$/i.test(language)
  const stretches = isBrazilian ? byShortScale(groups, isFeminine) : byLongScale(groups, isFeminine)
  const told = stretches.filter(({ value }) => value > 0)
  const [last] = told.slice(-1)
  if (last === undefined) return 'zero'
  const isJoined = told.length > 1 && (last.value < 100 || last.value % 100 === 0)
  const before = told.slice(0, -1).map(({ text }) => text)
  const text = [...before, `${isJoined ? 'e ' : ''}${last.text}`].join(' ')
  return isBrazilian ? text : text.replace(/dezesse(is|te)/g, 'dezasse$1').replaceAll('dezenove', 'dezanove')
}

interface Stretch {
  /** The figures in front of the scale's name. */
  value: number
  text: string
}

function thousands(group: number, isFeminine: boolean): Stretch {
  return { value: group, text: group === 1 ? 'mil' : `${upToThousand(group, isFeminine)} mil` }
}

function byShortScale(groups: readonly number[], isFeminine: boolean): Stretch[] {
  const names = [
    ['milhão', 'milhões'],
    ['bilhão', 'bilhões'],
    ['trilhão', 'trilhões'],
  ]
  return groups.map((group, index) => {
    const power = groups.length - 1 - index
    if (power === 1) return thousands(group, isFeminine)
    const name = names[power - 2]?.[group === 1 ? 0 : 1]
    if (name === undefined) return { value: group, text: upToThousand(group, isFeminine) }
    return { value: group, text: `${upToThousand(group, false)} ${name}` }
  })
}

function byLongScale(groups: readonly number[], isFeminine: boolean): Stretch[] {
  const at = (power: number) => groups[groups.length - 1 - power] ?? 0
  const [billions, millions] = [at(4), at(3) * 1000 + at(2)]
  return [
    { value: billions, text: `${upToThousand(billions, false)} ${billions === 1 ? 'bilião' : 'biliões'}` },
    { value: millions, text: `${upToMillion(at(3), at(2))} ${millions === 1 ? 'milhão' : 'milhões'}` },
    thousands(at(1), isFeminine),
    { value: at(0), text: upToThousand(at(0), isFeminine) },
  ]
}

function upToMillion(thousandsOf: number, ones: number): string {
  if (thousandsOf === 0) return upToThousand(ones, false)
  const { text } = thousands(thousandsOf, false)
  if (ones === 0) return text
  return `${text} ${ones < 100 || ones % 100 === 0 ? 'e ' : ''}${upToThousand(ones, false)}`
}

function upToThousand(number: number, isFeminine: boolean): string {
  if (number === 100) return 'cem'
  const parts: string[] = []
  const hundreds = HUNDREDS[Math.floor(number / 100)] ?? ''
  if (number > 100) parts.push(isFeminine ? hundreds.replace(/os$/, 'as') : hundreds)
  const rest = number % 100
  const ones = rest < 20 ? rest : rest % 10
  if (rest >= 20) parts.push(TENS[Math.floor(rest / 10)] ?? '')
  if (ones > 0)
    parts.push(isFeminine ? (['', 'uma', 'duas'][ones] ?? SMALL[ones] ?? '') : (SMALL[ones] ?? ''))
  return parts.join(' e ')
}
