import type { Agreement } from './words-speller.ts'

const SMALL = [
  'zero uno due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici',
  'sedici diciassette diciotto diciannove',
]
  .join(' ')
  .split(' ')
const TENS = '- dieci venti trenta quaranta cinquanta sessanta settanta ottanta novanta'.split(' ')
const SCALES = [
  ['milione', 'milioni'],
  ['miliardo', 'miliardi'],
  ['bilione', 'bilioni'],
]

export function inItalian(groups: readonly number[], { isFeminine, noun }: Agreement): string {
  const at = (power: number) => groups[groups.length - 1 - power] ?? 0
  const parts = [4, 3, 2].flatMap(power => {
    const group = at(power)
    const [single = '', several = ''] = SCALES[power - 2] ?? []
    if (group === 0) return []
    return [group === 1 ? `un ${single}` : `${accented(upToThousand(group))} ${several}`]
  })
  const thousands = at(1) === 0 ? '' : at(1) === 1 ? 'mille' : `${upToThousand(at(1))}mila`
  const rest = `${thousands}${upToThousand(at(0))}`
  if (rest !== '') parts.push(rest === 'uno' ? oneBefore(noun, isFeminine) : accented(rest))
  return parts.length === 0 ? 'zero' : parts.join(' ')
}

/** “un dollaro”, “una sterlina”, “uno zloty”. */
function oneBefore(noun: string, isFeminine: boolean): string {
  if (noun === '') return 'uno'
  if (isFeminine) return 'una'
  return /^(s[^aeiou]|[zxy]|gn|ps|pn)/i.test(noun) ? 'uno' : 'un'
}

/** “tre” has an accent at the end of a longer number: “ventitré”. */
function accented(text: string): string {
  return text.length > 3 && text.endsWith('tre') ? `${text.slice(0, -1)}é` : text
}

function upToThousand(number: number): string {
  const hundreds = Math.floor(number / 100)
  const rest = number % 100
  const tens = Math.floor(rest / 10)
  const below = rest === 0 ? '' : rest < 20 ? (SMALL[rest] ?? '') : joined(TENS[tens] ?? '', rest % 10)
  if (hundreds === 0) return below
  const hundred = `${hundreds === 1 ? '' : SMALL[hundreds]}cento`
  // “centotto” and “centottanta”, but “centouno” and “centoundici”.
  return `${below.startsWith('ott') ? hundred.slice(0, -1) : hundred}${below}`
}

/** “ventuno” and “ventotto” lose the vowel before them. */
function joined(name: string, ones: number): string {
  if (ones === 0) return name
  return `${ones === 1 || ones === 8 ? name.slice(0, -1) : name}${SMALL[ones]}`
}
