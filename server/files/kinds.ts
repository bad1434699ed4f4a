/** A kind of file as people call it. `code`: a computer that opens it may run what it holds. */
export type KindDescription = { label: string; code: boolean }

const harmless = (label: string): KindDescription => ({ label, code: false })
const dangerous = (label: string): KindDescription => ({ label, code: true })

export const fileKinds = {
  pdf: harmless('PDF'),
  word: harmless('Word Document'),
  wordTemplate: harmless('Word Template'),
  excel: harmless('Excel Workbook'),
  powerpoint: harmless('PowerPoint Presentation'),
  openText: harmless('OpenDocument Text'),
  openSheet: harmless('OpenDocument Spreadsheet'),
  openSlides: harmless('OpenDocument Presentation'),
  openDrawing: harmless('OpenDocument Drawing'),
  richText: harmless('Rich Text'),
  image: harmless('Image'),
  drawing: harmless('Drawing'),
  email: harmless('E-mail'),
  calendar: harmless('Calendar'),
  visitingCard: harmless('Contact Card'),
  text: harmless('Text'),
  csv: harmless('CSV'),
  xml: harmless('XML'),
  audio: harmless('Audio'),
  video: harmless('Video'),
  unknown: harmless('File'),
  vectorImage: dangerous('Image'),
  webPage: dangerous('Web Page'),
  archive: dangerous('Archive'),
  program: dangerous('Program'),
  script: dangerous('Script'),
  macroWord: dangerous('Word Document with Macros'),
  macroExcel: dangerous('Excel Workbook with Macros'),
  macroPowerpoint: dangerous('PowerPoint Presentation with Macros'),
} as const satisfies Record<string, KindDescription>
export type KindName = keyof typeof fileKinds

/** What a file is made of where its first bytes alone do not tell its kind. */
export type ContentClass = 'zip' | 'legacyOffice' | 'text' | 'binary'

type ByName = { kind: KindName; mediaType: string; madeOf: readonly ContentClass[] }

const OCTETS = 'application/octet-stream'
const anything = ['zip', 'legacyOffice', 'text', 'binary'] as const
const office = 'application/vnd.openxmlformats-officedocument'

const named: Record<string, ByName> = {}
function name(
  extensions: string,
  kind: KindName,
  madeOf: readonly ContentClass[] = anything,
  mediaType = OCTETS,
): void {
  for (const extension of extensions.split(' ')) named[extension] = { kind, madeOf, mediaType }
}

// A zip or a legacy container also holds new Office files when they are encrypted.
const officeMatter = ['zip', 'legacyOffice'] as const
name('docx', 'word', officeMatter, `${office}.wordprocessingml.document`)
name('dotx', 'wordTemplate', officeMatter, `${office}.wordprocessingml.template`)
name('xlsx xltx', 'excel', officeMatter, `${office}.spreadsheetml.sheet`)
name('pptx potx ppsx', 'powerpoint', officeMatter, `${office}.presentationml.presentation`)
name('doc', 'word', ['legacyOffice'], 'application/msword')
name('dot', 'wordTemplate', ['legacyOffice'], 'application/msword')
name('xls xlt', 'excel', ['legacyOffice', 'binary'], 'application/vnd.ms-excel')
name('ppt pps pot', 'powerpoint', ['legacyOffice'], 'application/vnd.ms-powerpoint')
name('msg', 'email', ['legacyOffice'], 'application/vnd.ms-outlook')
name('eml emlx', 'email', ['text'], 'message/rfc822')
name('pst ost', 'email', ['binary'])
name('txt log md text', 'text', ['text'], 'text/plain')
name('json edi edifact', 'text', ['text'], 'text/plain')
name('csv tsv', 'csv', ['text'], 'text/csv')
name('xml', 'xml', ['text'], 'application/xml')
name('ics', 'calendar', ['text'], 'text/calendar')
name('vcf', 'visitingCard', ['text'], 'text/vcard')
name('tga emf wmf', 'image', ['binary'])
name('dwg dxf vsd vsdx', 'drawing')
name('docm dotm', 'macroWord')
name('xlsm xltm xlsb xlam xla', 'macroExcel')
name('pptm potm ppsm ppam ppa', 'macroPowerpoint')
name('zip rar 7z tar gz tgz bz2 xz zst lz lz4 lzh arj ace cab cpio z iso img vhd vhdx dmg', 'archive')
name('exe com scr pif cpl dll sys ocx msi msp mst msix appx app apk jar war class deb rpm xll', 'program')
name('lnk url scf inf reg chm hlp hta gadget application appref-ms jnlp xpi crx swf wasm', 'program')
name('bat cmd ps1 psm1 psd1 vbs vbe vb js jse mjs cjs wsf wsh wsc sct sh bash zsh csh ksh', 'script')
name(
  'py pyw pyc pl rb php phar jsp asp aspx lua tcl au3 ahk scpt applescript command xsl xslt iqy slk',
  'script',
)
name('html htm xhtml xht shtml mht mhtml hta', 'webPage')
name('svg svgz', 'vectorImage')

/** What the name alone says, by its extension without the dot in lower case. */
export const kindOfExtension = (extension: string): ByName | undefined =>
  Object.hasOwn(named, extension) ? named[extension] : undefined

const recognised: Record<string, KindName> = {}
function recognise(extensions: string, kind: KindName): void {
  for (const extension of extensions.split(' ')) recognised[extension] = kind
}
recognise('pdf', 'pdf')
recognise('docx', 'word')
recognise('dotx', 'wordTemplate')
recognise('xlsx xltx', 'excel')
recognise('pptx potx ppsx', 'powerpoint')
recognise('docm dotm', 'macroWord')
recognise('xlsm xltm', 'macroExcel')
recognise('pptm potm ppsm', 'macroPowerpoint')
recognise('odt ott', 'openText')
recognise('ods ots', 'openSheet')
recognise('odp otp', 'openSlides')
recognise('odg otg', 'openDrawing')
recognise('rtf', 'richText')
recognise('pst', 'email')
recognise('ics', 'calendar')
recognise('vcf', 'visitingCard')
recognise('dwg vsdx skp', 'drawing')
recognise('rar 7z tar gz tar.gz bz2 xz zst lz lz4 lzh arj ace cab cpio ar Z iso dmg asar', 'archive')
recognise('exe elf macho swf wasm class deb rpm apk jar crx xpi lnk alias reg chm', 'program')

/** What the content alone says, by the extension and media type that its signature stands for. */
export function kindOfSignature(signature: { ext: string; mime: string }): KindName | undefined {
  const known = Object.hasOwn(recognised, signature.ext) ? recognised[signature.ext] : undefined
  if (known) return known
  const [family] = signature.mime.split('/')
  return family === 'image' || family === 'audio' || family === 'video' ? family : undefined
}
