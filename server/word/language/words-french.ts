import type { Agreement } from './words-speller.ts'

const SMALL =
  'zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit dix-neuf'.split(
    ' ',
  )
const TENS = 'zéro dix vingt trente quarante cinquante soixante septante quatre-vingt nonante'.split(' ')
const SCALES = ['', 'mille', 'million', 'milliard', 'billion']

/** Belgium and Switzerland count by “septante” and “nonante”. */
export function inFrench(
  groups: readonly number[],
  { language, isFeminine }: Agreement,
  hasOwnTens = /-(BE|CH|LU)\b/i.test(language),
): string {
  const words = groups.flatMap((group, index) => {
    const power = groups.length - 1 - index
    const scale = SCALES[power] ?? ''
    if (group === 0) return []
    if (power === 1)
      return [group === 1 ? scale : `${upToThousand(group, hasOwnTens, false, false)} ${scale}`]
    const text = upToThousand(group, hasOwnTens, true, power === 0 && isFeminine)
    return [power === 0 ? text : `${text} ${scale}${group > 1 ? 's' : ''}`]
  })
  return words.length === 0 ? 'zéro' : words.join(' ')
}

/** `mayEndInS`: “cents” and “quatre-vingts” lose their s before “mille”, and before another number. */
function upToThousand(number: number, hasOwnTens: boolean, mayEndInS: boolean, isFeminine: boolean): string {
  const hundreds = Math.floor(number / 100)
  const rest = number % 100
  const parts: string[] = []
  if (hundreds > 0) {
    const plural = hundreds > 1 && rest === 0 && mayEndInS ? 's' : ''
    parts.push(hundreds === 1 ? 'cent' : `${SMALL[hundreds]} cent${plural}`)
  }
  if (rest > 0) parts.push(upToHundred(rest, hasOwnTens, mayEndInS))
  const text = parts.join(' ')
  return isFeminine && rest % 10 === 1 && rest !== 11 && text.endsWith('un') ? `${text}e` : text
}

function upToHundred(number: number, hasOwnTens: boolean, mayEndInS: boolean): string {
  if (number < 20) return SMALL[number] ?? ''
  const isByTwenties = !hasOwnTens && ((number >= 70 && number < 80) || number >= 90)
  const tens = Math.floor(number / 10) - (isByTwenties ? 1 : 0)
  const rest = number - tens * 10
  const name = TENS[tens] ?? ''
  if (rest === 0) return tens === 8 && mayEndInS ? `${name}s` : name
  const isJoinedByEt = rest % 10 === 1 && tens !== 8
  return isJoinedByEt ? `${name} et ${SMALL[rest]}` : `${name}-${SMALL[rest]}`
}
