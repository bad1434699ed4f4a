import { extensionOf } from './file-names.ts'

const ofEndings = (type: string, ...endings: string[]) => endings.map(ending => [`.${ending}`, type] as const)

/** What the most usual endings stand for, in the words of a document's type. */
const meant = new Map<string, string>([
  ...ofEndings('PDF', 'pdf'),
  ...ofEndings('Word Document', 'docx', 'doc'),
  ...ofEndings('Word Template', 'dotx'),
  ...ofEndings('Excel Workbook', 'xlsx', 'xls'),
  ...ofEndings('PowerPoint Presentation', 'pptx', 'ppt'),
  ...ofEndings('Image', 'png', 'jpg', 'jpeg', 'gif', 'webp', 'bmp', 'tif', 'tiff', 'heic', 'avif'),
  ...ofEndings('E-mail', 'eml', 'msg'),
  ...ofEndings('Text', 'txt'),
  ...ofEndings('CSV', 'csv'),
  ...ofEndings('XML', 'xml'),
])

/** Programs write the one under the ending of the other, and open it so. */
const interchangeable = [
  ['Word Document', 'Word Template', 'Rich Text'],
  ['Text', 'CSV', 'XML'],
]

/**
 * What a file's ending stands for, where another type was found in its content; null where they agree, and where the
 * content may run code, which is told in its place.
 */
export function otherByEnding(file: { name: string; type: string; mayRunCode: boolean }): string | null {
  const label = meant.get(extensionOf(file.name))
  if (!label || file.mayRunCode || label === file.type) return null
  const areMixed = interchangeable.some(types => types.includes(label) && types.includes(file.type))
  return areMixed ? null : label
}
