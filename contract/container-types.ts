import { round } from './decimals.ts'

/** A size and type of containers by its code in ISO 6346:2022, as those who handle them call it. */
export type ContainerType = {
  code: string
  /** “40' HC” */
  label: string
  /** Kilograms that it weighs empty, as most of them do. The plate at its door has its own figure. */
  tare: number
  /** Kilograms that it may weigh loaded, by the plate that is usual today. */
  maximumGross: number
  /** Cubic metres that it holds at least; null where the standard does not bound what it holds. */
  cubicMetres: number | null
}

/** The rating of ISO 668 that most of today's containers of 20 feet bear. */
const RATED_20 = 30_480
/** What most of today's longer ones bear; ISO 668 has allowed up to 36,000 kg since 2016. */
const RATED_40 = 32_500
/** The plate of a refrigerated container of 40 feet. */
const RATED_REEFER = 34_000

/**
 * The minimum internal dimensions of ISO 668 in millimetres: the width, the length by the nominal length in feet, and what
 * of the external height is lost (241 mm). Real containers hold a little more.
 */
const INTERNAL_WIDTH = 2330
const INTERNAL_LENGTHS = { 20: 5867, 40: 11_998, 45: 13_542 }
const STANDARD_HEIGHT = 2591 - 241
const HIGH_CUBE_HEIGHT = 2896 - 241
const CUBIC_MILLIMETRES = 1e9
const held = (feet: keyof typeof INTERNAL_LENGTHS, height: number) =>
  round((INTERNAL_LENGTHS[feet] * INTERNAL_WIDTH * height) / CUBIC_MILLIMETRES, 1)

const type = (
  code: string,
  label: string,
  tare: number,
  maximumGross: number,
  cubicMetres: number | null = null,
): ContainerType => ({ code, label, tare, maximumGross, cubicMetres })

/**
 * The types in daily use, the commonest first. Tares are typical ones of the equipment pages that carriers publish
 * (dry containers 2,200 to 2,350, 3,700 to 3,950 and 3,900 to 4,100 kg); ratings are those of ISO 668.
 */
export const containerTypes: readonly ContainerType[] = [
  type('22G1', "20' GP", 2250, RATED_20, held(20, STANDARD_HEIGHT)),
  type('42G1', "40' GP", 3750, RATED_40, held(40, STANDARD_HEIGHT)),
  type('45G1', "40' HC", 3940, RATED_40, held(40, HIGH_CUBE_HEIGHT)),
  type('22R1', "20' RF", 3080, RATED_20),
  type('45R1', "40' HR", 4640, RATED_REEFER),
  type('22U1', "20' OT", 2360, RATED_20),
  type('42U1', "40' OT", 3900, RATED_40),
  type('45U1', "40' HC OT", 4100, RATED_40),
  type('22P1', "20' FR", 2740, RATED_20),
  type('42P1', "40' FR", 5000, RATED_40),
  type('45P3', "40' HC FR", 5700, RATED_40),
  type('22T1', "20' TK", 3650, RATED_REEFER),
  type('22V1', "20' VH", 2500, RATED_20, held(20, STANDARD_HEIGHT)),
  type('25G1', "20' HC", 2400, RATED_20, held(20, HIGH_CUBE_HEIGHT)),
  type('42R1', "40' RF", 4800, RATED_REEFER),
  type('L5G1', "45' HC", 4820, RATED_40, held(45, HIGH_CUBE_HEIGHT)),
  type('L5R1', "45' HR", 5200, RATED_REEFER),
]

/** Codes of the edition before, and of groups, that mean the same container. */
const otherCodes: Readonly<Record<string, string>> = {
  '20G1': '22G1',
  '22G0': '22G1',
  '2200': '22G1',
  '40G1': '42G1',
  '42G0': '42G1',
  '4300': '42G1',
  '45G0': '45G1',
  '4500': '45G1',
  '9500': 'L5G1',
  L5G0: 'L5G1',
  '22R0': '22R1',
  '45R0': '45R1',
  '42R0': '42R1',
  '22U0': '22U1',
  '42U0': '42U1',
  '22P0': '22P1',
  '22P3': '22P1',
  '42P0': '42P1',
  '42P3': '42P1',
  '45P1': '45P3',
  '22T0': '22T1',
  // Of 1984, in figures alone; the third of them says the kind.
  '2210': '22G1',
  '4310': '42G1',
  '4510': '45G1',
  '9510': 'L5G1',
  '2232': '22R1',
  '4332': '42R1',
  '4532': '45R1',
  '2250': '22U1',
  '2251': '22U1',
  '4350': '42U1',
  '4351': '42U1',
  '2261': '22P1',
  '2263': '22P1',
  '4361': '42P1',
  '4363': '42P1',
  '2270': '22T1',
  // Groups of types, where nobody says which one of the group.
  '22GP': '22G1',
  '42GP': '42G1',
  '22RT': '22R1',
  '42RT': '42R1',
  '45RT': '45R1',
  '22UT': '22U1',
  '42UT': '42U1',
  '22PL': '22P1',
  '42PL': '42P1',
  '22TN': '22T1',
}

/** What people write after 20, 40 or 45: the letters of the label, and others that mean the same. */
const otherWords: Readonly<Record<string, readonly string[]>> = {
  '22G1': ['20', '20DC', '20DV', '20DRY', '20ST', '20STD', '20SD', '20STANDARD', '20FT', 'TEU'],
  '42G1': ['40', '40DC', '40DV', '40DRY', '40ST', '40STD', '40SD', '40STANDARD', '40FT'],
  '45G1': ['40HQ', '40HIGHCUBE', '40HCDRY', '40HCGP', '40HCDC', '40HCDV'],
  '22R1': ['20RE', '20REEFER', '20RH'],
  '45R1': ['40RH', '40HCRF', '40RFHC', '40HCREEFER', '40REEFER', '40RE', '40HRF', '40REHC'],
  '22U1': ['20OPENTOP'],
  '42U1': ['40OPENTOP'],
  '45U1': ['40OTHC'],
  '22P1': ['20FLATRACK', '20FLAT', '20FC', '20PF'],
  '42P1': ['40FLATRACK', '40FLAT', '40FC', '40PF'],
  '45P3': ['40FRHC'],
  '22T1': ['20TANK', '20TC'],
  '25G1': ['20HQ', '20HIGHCUBE'],
  L5G1: ['45', '45HQ', '45HIGHCUBE', '45GP', '45DC', '45DV'],
}

/** Letters and digits alone: 40' HC, 40-hc and 40hc are one. */
const bare = (text: string) => text.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')

const codes: ReadonlyMap<string, string> = new Map([
  ...Object.entries(otherWords).flatMap(([code, words]) => words.map(word => [word, code] as const)),
  ...Object.entries(otherCodes),
  ...containerTypes.flatMap(({ code, label }) => [[bare(label), code] as const, [code, code] as const]),
])

/** The code that a text means, be it a code or words like “40HC” and “40ft High Cube”; null where it means none. */
export function sizeTypeOf(text: string): string | null {
  const wanted = bare(text)
  return codes.get(wanted) ?? codes.get(wanted.replace(/^(20|40|45)(FEET|FOOT|FT)/, '$1')) ?? null
}

const digitsForLetters: Readonly<Record<string, string>> = { O: '0', I: '1', L: '1', Z: '2', S: '5', B: '8' }
const lettersForDigits: Readonly<Record<string, string>> = { '6': 'G' }

/**
 * The code that a mistyped one means: the letter O for a zero, I or L for a one and the like, or a code with more behind
 * it. Null where it means none, and for a code that is right.
 */
export function nearestSizeType(text: string): string | null {
  const typed = bare(text)
  const characters = [...typed].map((character, index) =>
    index === 2
      ? (lettersForDigits[character] ?? character)
      : ((index === 0 && character === 'L' ? character : digitsForLetters[character]) ?? character),
  )
  const wanted = characters.slice(0, CODE_LENGTH).join('')
  if (wanted.length < CODE_LENGTH || typed.length > CODE_LENGTH + 1 || wanted === typed) return null
  const code = codes.get(wanted)
  return code !== undefined && containerTypes.some(one => one.code === code) ? code : null
}

const CODE_LENGTH = 4

/** A code that only a container's type can be: two digits or a letter and a digit, a letter, a letter or digit. */
export const looksLikeSizeType = (text: string): boolean => /^[1-4L-P][0-9C-F][A-Z][0-9A-Z]$/i.test(text)

export const containerTypeOf = (code: string | null): ContainerType | undefined =>
  containerTypes.find(one => one.code === code)

/** How many there are of each: “2 × 40' HC, 1 × 20' GP”. */
export const typesText = (types: readonly { type: string | null; count: number }[]): string =>
  types.map(({ type: code, count }) => `${count} × ${sizeTypeLabel(code) || 'no type'}`).join(', ')

/** “40' HC”; the code itself where it is none of the usual ones. */
export const sizeTypeLabel = (code: string | null): string => containerTypeOf(code)?.label ?? code ?? ''
