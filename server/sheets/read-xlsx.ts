import { fromBufferPromise, type ZipFile } from 'yauzl'
import { isDateFormat } from './date-formats.ts'
import { shownBy } from './number-formats.ts'
import { Kept, type ReadFile, type ReadSheet, SHEET_LIMITS, SheetError } from './sheet.ts'
import { NO_SHEET, Parts } from './xlsx-parts.ts'
import { type NumberStyle, readSheet } from './xlsx-sheet.ts'
import { readXlsxText } from './xlsx-text.ts'

/** The format that shows a number as it is. */
const GENERAL = 'General'

type Relations = Map<string, { type: string; target: string }>

async function relationsOf(parts: Parts, path: string): Promise<Relations> {
  const folder = path.slice(0, path.lastIndexOf('/') + 1)
  const relations: Relations = new Map()
  await parts.read(`${folder}_rels/${path.slice(folder.length)}.rels`, {
    open: ({ name, attributes: { Id = '', Type = '', Target = '', TargetMode } }) => {
      if (name !== 'Relationship' || TargetMode === 'External') return
      const target = Target.startsWith('/') ? Target.slice(1) : resolved(folder, Target)
      relations.set(Id, { type: Type.slice(Type.lastIndexOf('/') + 1), target })
    },
  })
  return relations
}

function resolved(folder: string, target: string): string {
  const steps: string[] = []
  for (const step of `${folder}${target}`.split('/')) {
    if (step === '..') steps.pop()
    else if (step !== '.' && step !== '') steps.push(step)
  }
  return steps.join('/')
}

async function workbookOf(parts: Parts) {
  const main = [...(await relationsOf(parts, '')).values()].find(({ type }) => type === 'officeDocument')
  const path = main?.target ?? 'xl/workbook.xml'
  if (!parts.has(path)) throw new SheetError(NO_SHEET)
  const named: { name: string; relation: string }[] = []
  let countsFrom1904 = false
  await parts.read(path, {
    open: ({ name, attributes }) => {
      if (name === 'workbookPr') countsFrom1904 = ['1', 'true'].includes(attributes['date1904'] ?? '')
      if (name !== 'sheet' || named.length >= SHEET_LIMITS.sheets) return
      const relation = Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1] ?? ''
      named.push({ name: attributes['name'] ?? '', relation })
    },
  })
  const relations = await relationsOf(parts, path)
  const partOf = (wanted: string) => [...relations.values()].find(({ type }) => type === wanted)?.target
  const sheets = named.flatMap(({ name, relation }) => {
    const found = relations.get(relation)
    return found?.type === 'worksheet' ? [{ name, path: found.target }] : []
  })
  return { sheets, countsFrom1904, strings: partOf('sharedStrings'), styles: partOf('styles') }
}

/** The texts that cells name by their numbers; what is read aloud beside them is left out. */
async function sharedTexts(parts: Parts, path: string | undefined, kept: Kept): Promise<string[]> {
  const texts: string[] = []
  if (!path) return texts
  let text = ''
  let isText = false
  let isAside = false
  await parts.read(path, {
    open: ({ name }) => {
      if (name === 'si') text = ''
      if (name === 'rPh') isAside = true
      isText = name === 't' && !isAside
    },
    close: name => {
      if (name === 'si') texts.push(readXlsxText(text))
      if (name === 'rPh') isAside = false
      if (name === 't') isText = false
    },
    text: more => {
      if (isText) text += kept.text(more)
    },
  })
  return texts
}

/** How cells of each style show their numbers. Styles of one format share what is made of it. */
async function numberStyles(parts: Parts, path: string | undefined): Promise<NumberStyle[]> {
  const styles: NumberStyle[] = []
  const formats = new Map<number, string>()
  const known = new Map<string, NumberStyle>()
  let isInCells = false
  if (path)
    await parts.read(path, {
      open: ({ name, attributes }) => {
        if (name === 'numFmt') {
          const code = attributes['formatCode'] ?? ''
          formats.set(Number(attributes['numFmtId']), code.length > SHEET_LIMITS.format ? GENERAL : code)
        }
        if (name === 'cellXfs') isInCells = true
        if (name !== 'xf' || !isInCells) return
        if (styles.length >= SHEET_LIMITS.styles)
          throw new SheetError(
            `The file has more than ${SHEET_LIMITS.styles} cell styles, and spreadsheet programs allow no more. Copy its values into a new file.`,
          )
        const id = Number(attributes['numFmtId'] ?? 0)
        const code = formats.get(id)
        const key = code ?? `#${id}`
        const style = known.get(key) ?? styleOf(id, code)
        known.set(key, style)
        styles.push(style)
      },
      close: name => {
        if (name === 'cellXfs') isInCells = false
      },
    })
  return styles
}

function styleOf(id: number, code: string | undefined): NumberStyle {
  const isDate = isDateFormat(id, code)
  return { isDate, shown: isDate ? null : shownBy(id, code) }
}

/** The sheets of an Excel file: values alone. Formulas, links, macros and whatever else it holds are not looked at. */
export async function readXlsx(bytes: Buffer): Promise<ReadFile> {
  let zip: ZipFile
  try {
    zip = await fromBufferPromise(bytes, { lazyEntries: true, strictFileNames: false })
  } catch {
    throw new SheetError(NO_SHEET)
  }
  if (zip.entryCount > SHEET_LIMITS.entries) throw new SheetError(NO_SHEET)
  try {
    const parts = new Parts(zip)
    await parts.list()
    const { sheets, strings, styles, countsFrom1904 } = await workbookOf(parts)
    const kept = new Kept()
    const texts = await sharedTexts(parts, strings, kept)
    const numbers = await numberStyles(parts, styles)
    const read: ReadSheet[] = []
    for (const { name, path } of sheets)
      read.push({ name, ...(await readSheet(parts, path, { texts, numbers, countsFrom1904, kept })) })
    return { sheets: read, isText: false, from1904: countsFrom1904 }
  } catch (error) {
    if (error instanceof SheetError) throw error
    throw new SheetError(NO_SHEET)
  }
}
