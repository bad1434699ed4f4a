const FORMAT = /\|\s*([A-Za-z]+)(?:\s*:\s*"([^"]*)")?/g

/** How a field prints its value, in words; '' where it prints it as it is entered. */
export function writtenAs(placeholder: string): string {
  const said = [...placeholder.matchAll(FORMAT)].map(([, name = '', argument = '']) =>
    inWords(name, argument),
  )
  const text = said.join(', ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function inWords(name: string, argument: string): string {
  switch (name.toLowerCase()) {
    case 'date':
      return `like ${exampleDate(argument)}`
    case 'number':
      return `like ${exampleNumber(argument)}`
    case 'tonnes':
    case 'kilograms':
      return argument === '' ? `in ${name}` : `in ${name}, like ${exampleNumber(argument)}`
    case 'unit':
      return argument === '' ? 'as a short unit' : `with its unit, like ${exampleNumber(argument)}`
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

/** “1,234.50” for “#,##0.00##”: the decimals that are always printed. */
function exampleNumber(picture: string): string {
  const [whole = '', fraction = ''] = picture.split('.')
  const decimals = fraction.replaceAll(/[^0]/g, '').length
  const figure = whole.includes(',') ? '1,234' : '1234'
  return decimals > 0 ? `${figure}.${'5'.padEnd(decimals, '0')}` : figure
}
