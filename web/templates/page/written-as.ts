import { isWrittenLocally, numberSigns, picturedSigns } from '#contract/number-signs.ts'

const FORMAT = /\|\s*([A-Za-z]+)(?:\s*:\s*"([^"]*)")?/g

/** Whether a field prints its value as it is entered. */
export const hasNoFormat = (placeholder: string): boolean => placeholder.search(FORMAT) < 0

/** How a field prints its value in a document of that language, in words; '' where it prints it as it is entered. */
export function writtenAs(placeholder: string, language: string): string {
  const said = [...placeholder.matchAll(FORMAT)].map(([, name = '', argument = '']) =>
    inWords(name, argument, language),
  )
  const text = said.join(', ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function inWords(name: string, argument: string, language: string): string {
  switch (name.toLowerCase()) {
    case 'date':
      return `like ${exampleDate(argument)}`
    case 'number':
      return `like ${exampleNumber(argument || USUAL_PICTURE, language)}`
    case 'tonnes':
    case 'kilograms':
      return argument === '' ? `in ${name}` : `in ${name}, like ${exampleNumber(argument, language)}`
    case 'unit':
      return argument === '' ? 'as a short unit' : `with its unit, like ${exampleNumber(argument, language)}`
    case 'upper':
      return 'in capitals'
    case 'lower':
      return 'in small letters'
    case 'caps':
      return 'each word with a capital'
    case 'firstcap':
      return 'with a capital'
    case 'default':
      return `“${argument}” where it is empty`
    case 'words':
      return 'in words'
    case 'before':
      return `behind “${argument.trim()}”`
    case 'after':
      return `followed by “${argument.trim()}”`
    default:
      return argument === '' ? name : `${name} ${argument}`
  }
}

/** The third of December 2026, a Thursday, at five past nine: each part of it can be told from the others. */
const DATE_PARTS: Readonly<Record<string, string>> = {
  ...{ yyyy: '2026', yy: '26', MMMM: 'December', MMM: 'Dec', MM: '12', M: '12' },
  ...{ dddd: 'Thursday', ddd: 'Thu', dd: '03', d: '3' },
  ...{ HH: '09', H: '9', hh: '09', h: '9', mm: '05', m: '5', ss: '07', s: '7', tt: 'AM', 'AM/PM': 'AM' },
}

const exampleDate = (picture: string) =>
  picture.replaceAll(/y+|M+|d+|H+|h+|m+|s+|tt|AM\/PM/g, part => DATE_PARTS[part] ?? part)

/** Of a figure whose format says no more than that. */
const USUAL_PICTURE = '#,##0.##'

/** “1,234.50” for “#,##0.00##”: the decimals that are always printed, with the signs that the document has. */
function exampleNumber(picture: string, language: string): string {
  const own = numberSigns(language)
  const pictured = picturedSigns(picture, own)
  const { decimal, group } = pictured?.signs ?? own
  const isLocal = pictured === undefined && isWrittenLocally(picture, own)
  const [pictureDecimal, pictureGroup] = isLocal ? [',', '.'] : ['.', ',']
  const [whole = '', fraction = ''] = (pictured?.picture ?? picture).split(pictureDecimal)
  const decimals = fraction.replaceAll(/[^0]/g, '').length
  const figure = whole.includes(pictureGroup) ? `1${group}234` : '1234'
  return decimals > 0 ? `${figure}${decimal}${'5'.padEnd(decimals, '0')}` : figure
}
