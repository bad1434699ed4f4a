import { gzipSync } from 'node:zlib'
import { applyOwnPriority } from '#server/process-priority.ts'
import { readCsv } from './read-csv.ts'
import { readXlsx } from './read-xlsx.ts'
import { packedText } from './packed-file.ts'
import { type ReadFile, SHEET_LIMITS, SheetError } from './sheet.ts'

applyOwnPriority()

export type SheetReply = { packed: Uint8Array } | { refused: string }

const ZIP = Buffer.from('PK')
const COMPOUND = Buffer.from('d0cf11e0a1b11ae1', 'hex')

async function read(bytes: Buffer, name: string): Promise<ReadFile> {
  if (bytes.length > SHEET_LIMITS.fileBytes)
    throw new SheetError('The file is larger than 20 MB. Split it into several.')
  if (bytes.subarray(0, 8).equals(COMPOUND))
    throw new SheetError(
      'The file is protected by a password, or was saved by Excel 2003 or older (.xls). Save it as .xlsx without a password.',
    )
  if (/\.xlsm$|\.xltm$|\.xlam$/i.test(name))
    throw new SheetError(
      'The file can hold macros (.xlsm), which are not taken. Save it as “Excel Workbook (.xlsx)”.',
    )
  if (bytes.subarray(0, 2).equals(ZIP)) return readXlsx(bytes)
  return readCsv(bytes)
}

/** What the threads run: a file as the packed JSON of its cells. Refusals are answers. */
export async function work({ bytes, name }: { bytes: Uint8Array; name: string }): Promise<SheetReply> {
  try {
    const file = await read(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), name)
    if (file.sheets.every(({ rows }) => rows.length === 0)) throw new SheetError('The file is empty.')
    return { packed: new Uint8Array(gzipSync(packedText(file))) }
  } catch (error) {
    if (error instanceof SheetError) return { refused: error.message }
    return { refused: 'The file could not be read. Open it and save it as .xlsx or .csv.' }
  }
}
