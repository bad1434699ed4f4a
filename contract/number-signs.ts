export interface NumberSigns {
  decimal: string
  group: string
}

/** A stretch of a number's picture; literals are printed as they are. */
export interface PictureToken {
  text: string
  isLiteral: boolean
}

const knownSigns = new Map<string, NumberSigns>()

/** What a language writes between the digits of a number. */
export function numberSigns(language: string): NumberSigns {
  let signs = knownSigns.get(language)
  if (signs === undefined) {
    const parts = new Intl.NumberFormat(`${language}-u-nu-latn`, { useGrouping: 'always' }).formatToParts(
      1_234_567.5,
    )
    const sign = (type: string) => parts.find(part => part.type === type)?.value
    signs = { decimal: sign('decimal') ?? '.', group: sign('group') ?? ',' }
    knownSigns.set(language, signs)
  }
  return signs
}

/** Whether a picture for a language with a decimal comma is meant that way: `#.##0,00`, `0,0`. */
export function isWrittenLocally(picture: string, { decimal }: NumberSigns): boolean {
  if (decimal !== ',') return false
  const places = picture.replace(/["“”][^"“”]*["“”]|['‘’][^'‘’]*['‘’]|\\./gu, '').split(';')[0] ?? ''
  const [point, comma] = [places.lastIndexOf('.'), places.lastIndexOf(',')]
  if (point >= 0 && comma >= 0) return point < comma
  const after = /^[#0]*/.exec(places.slice(Math.max(point, comma) + 1))?.[0] ?? ''
  return comma >= 0 ? after.length !== 3 : after === '##0'
}

const PICTURED = /^#([. '’\u00a0])##0(?:([.,])([#0]+))?$/u

/**
 * The signs of a picture that shows them, and its international form: `# ##0,00` prints `1 234,50` in every language.
 * Points that group are told from decimal ones by the comma behind them, where the language has a decimal point.
 */
export function picturedSigns(
  picture: string,
  language: NumberSigns,
): { signs: NumberSigns; picture: string } | undefined {
  const [, group, decimal, places = ''] = PICTURED.exec(picture) ?? []
  if (group === undefined || group === decimal) return undefined
  if (group === '.' && (decimal === undefined || language.decimal === ',')) return undefined
  return {
    signs: { group: group === ' ' ? '\u00a0' : group, decimal: decimal ?? language.decimal },
    picture: `#,##0${places === '' ? '' : `.${places}`}`,
  }
}

export function asInternational(parts: readonly PictureToken[]): PictureToken[] {
  return parts.map(part => {
    if (part.isLiteral || !/^[.,]$/.test(part.text)) return part
    return { text: part.text === ',' ? '.' : ',', isLiteral: false }
  })
}
