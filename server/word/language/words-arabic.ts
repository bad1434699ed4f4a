import type { Agreement } from './words-speller.ts'

/** The counting forms: those beside a masculine noun, and those beside a feminine one. */
const WITH_MASCULINE = '- واحد اثنان ثلاثة أربعة خمسة ستة سبعة ثمانية تسعة عشرة'.split(' ')
const WITH_FEMININE = '- واحدة اثنتان ثلاث أربع خمس ست سبع ثماني تسع عشر'.split(' ')
const TENS = '- عشرة عشرون ثلاثون أربعون خمسون ستون سبعون ثمانون تسعون'.split(' ')
const HUNDREDS = '- مائة مائتان ثلاثمائة أربعمائة خمسمائة ستمائة سبعمائة ثمانمائة تسعمائة'.split(' ')

/** One, two, three to ten, eleven to ninety-nine of them. */
export interface Noun {
  one: string
  two: string
  few: string
  many: string
}

const SCALES: readonly Noun[] = [
  { one: 'ألف', two: 'ألفان', few: 'آلاف', many: 'ألفًا' },
  { one: 'مليون', two: 'مليونان', few: 'ملايين', many: 'مليونًا' },
  { one: 'مليار', two: 'ملياران', few: 'مليارات', many: 'مليارًا' },
  { one: 'تريليون', two: 'تريليونان', few: 'تريليونات', many: 'تريليونًا' },
]

export function inArabic(groups: readonly number[], { isFeminine, isBeforeNoun }: Agreement): string {
  const words = groups.flatMap((group, index) => {
    const scale = SCALES[groups.length - 2 - index]
    if (group === 0) return []
    if (scale === undefined) return [upToThousand(group, isFeminine)]
    if (group === 1) return [scale.one]
    if (group === 2) return [scale.two]
    return [`${asConstruct(upToThousand(group, false))} ${countedForm(group, scale)}`]
  })
  const text = words.length === 0 ? 'صفر' : words.join(' و')
  return isBeforeNoun ? asConstruct(text) : text
}

/** The form that a noun takes behind a number, by its last two digits. */
export function countedForm(number: number, noun: Noun): string {
  const rest = number % 100
  if (rest >= 3 && rest <= 10) return noun.few
  return rest >= 11 ? noun.many : noun.one
}

/** Before the noun that it counts, a dual and a noun of number lose their endings: “مائتا دولار”, “عشرون ألف دولار”. */
function asConstruct(text: string): string {
  return text.replace(/(مائت|ألف|مليون|مليار|تريليون)ان$/, '$1ا').replace(/(ألف|مليون|مليار|تريليون)ًا$/, '$1')
}

function upToThousand(number: number, isFeminine: boolean): string {
  const hundreds = Math.floor(number / 100)
  const rest = number % 100
  const parts = hundreds === 0 ? [] : [HUNDREDS[hundreds] ?? '']
  if (rest > 0) parts.push(upToHundred(rest, isFeminine))
  return parts.join(' و')
}

function upToHundred(number: number, isFeminine: boolean): string {
  const ones = number % 10
  const forms = isFeminine ? WITH_FEMININE : WITH_MASCULINE
  if (number <= 10) return forms[number] ?? ''
  if (number === 11) return isFeminine ? 'إحدى عشرة' : 'أحد عشر'
  if (number === 12) return isFeminine ? 'اثنتا عشرة' : 'اثنا عشر'
  if (number < 20) return `${forms[ones]} ${isFeminine ? 'عشرة' : 'عشر'}`
  const tens = TENS[Math.floor(number / 10)] ?? ''
  if (ones === 0) return tens
  return `${ones === 1 && isFeminine ? 'إحدى' : forms[ones]} و${tens}`
}
