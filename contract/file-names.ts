export const TEMPLATE_EXTENSION = '.dotx'
export const TEMPLATE_TYPE = 'Word Template'

/** From the last dot on, in lower case; '' where there is none. */
export function extensionOf(fileName: string): string {
  const dot = fileName.lastIndexOf('.')
  return dot > 0 ? fileName.slice(dot).toLowerCase() : ''
}

export const withoutExtension = (fileName: string) => {
  const dot = fileName.lastIndexOf('.')
  return dot > 0 ? fileName.slice(0, dot) : fileName
}

export const isTemplateFile = (fileName: string) => extensionOf(fileName) === TEMPLATE_EXTENSION

/** A document in Word's present format, which can be taken as a template. */
export const isWordDocument = (fileName: string) => extensionOf(fileName) === '.docx'

/** The name under which a Word document is kept as a template. */
export const templateFileName = (fileName: string) => withoutExtension(fileName) + TEMPLATE_EXTENSION

const olderFormat =
  'This is the format of Word 2003 and older. Open the file in Word and save it as Word Template (*.dotx).'
const withMacros =
  'Files with macros are not accepted. Open the file in Word and save it as Word Template (*.dotx), which leaves the macros out.'

const advice: Readonly<Record<string, string>> = {
  '.doc': olderFormat,
  '.dot': olderFormat,
  '.docm': withMacros,
  '.dotm': withMacros,
  '.pdf':
    'A PDF cannot be filled in. Choose the Word file that it was made from, or open the PDF in Word and save it as Word Template (*.dotx).',
}

/** What to do with a file that cannot be a template as it is; '' where nothing can be said. */
export const templateAdvice = (fileName: string): string => advice[extensionOf(fileName)] ?? ''

export const wrongTemplateFile = (fileName: string) => ({
  title: "Please select a file with '.dotx' extension.",
  description: `Only Microsoft Word Template files are allowed for document templates. Current file extension is '${extensionOf(fileName)}'`,
})

/** The same for all the files that one choice got wrong, each with its name where there are several. */
export function wrongTemplateFiles(fileNames: readonly string[]) {
  const [only = '', ...others] = fileNames
  if (others.length === 0) {
    const advice = templateAdvice(only)
    return { ...wrongTemplateFile(only), ...(advice && { advice }) }
  }
  return {
    title: wrongTemplateFile(only).title,
    description: 'Only Microsoft Word Template files are allowed for document templates.',
    points: fileNames.map(name =>
      `${name}: Current file extension is '${extensionOf(name)}'. ${templateAdvice(name)}`.trim(),
    ),
  }
}

export const defaultDocumentName = (templateFileName: string) =>
  `Document from template ${withoutExtension(templateFileName)}.docx`

const escaped = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&')

/** The name of a template's documents: that of the document it was made of, without the numbers of its job. */
export function documentNameWithout(fileName: string, numbers: readonly string[]): string {
  if (numbers.length === 0) return defaultDocumentName(fileName)
  const longestFirst = numbers.toSorted((one, other) => other.length - one.length)
  const bare = longestFirst
    .reduce(
      (name, number) =>
        name.replaceAll(new RegExp(`(?<![\\p{L}\\p{N}])${escaped(number)}(?![\\p{L}\\p{N}])`, 'giu'), ' '),
      withoutExtension(fileName).replaceAll('_', ' '),
    )
    .replaceAll(/\(\s*\)|\[\s*\]/g, ' ')
    .replaceAll(/[\s,;#-]{2,}/g, ' ')
    .replaceAll(/^[\s.,;#-]+|[\s.,;#-]+$/g, '')
  return `${bare === '' ? 'Document' : bare}.docx`
}

/** Two file names that a person takes for one. */
export const isSameName = (one: string, other: string) =>
  one.normalize('NFC').toLowerCase() === other.normalize('NFC').toLowerCase()

/** A name that none of the taken ones equals: "Invoice.docx", "Invoice (2).docx" … */
export function availableName(wanted: string, taken: readonly string[]): string {
  const isTaken = (name: string) => taken.some(other => isSameName(name, other))
  if (!isTaken(wanted)) return wanted
  const stem = withoutExtension(wanted)
  const extension = wanted.slice(stem.length)
  let number = 2
  while (isTaken(`${stem} (${number})${extension}`)) number += 1
  return `${stem} (${number})${extension}`
}

/** The name with what tells it apart before its ending: “Bill.pdf” and “KHI/7” give “Bill KHI-7.pdf”. */
export function nameWith(fileName: string, mark: string): string {
  if (fileName.includes(mark)) return fileName
  const stem = withoutExtension(fileName)
  // Windows takes none of these in the name of a file.
  return `${stem} ${mark.replaceAll(/[\\/:*?"<>|\p{C}]+/gu, '-')}${fileName.slice(stem.length)}`
}
