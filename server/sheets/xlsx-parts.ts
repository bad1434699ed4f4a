import { SaxesParser, type SaxesTagPlain } from 'saxes'
import type { Entry, ZipFile } from 'yauzl'
import { SHEET_LIMITS, SheetError } from './sheet.ts'

export const NO_SHEET =
  'The file is no Excel file (.xlsx), or it is damaged. Open it and save it as .xlsx or .csv.'
const MACROS = 'The file holds macros, which are not taken. Save it as “Excel Workbook (.xlsx)”.'

type Tag = { name: string; attributes: Record<string, string> }
type Handlers = { open?: (tag: Tag) => void; close?: (name: string) => void; text?: (text: string) => void }

/** The parts of a workbook, read in streams that stop where they are together more than a file may hold. */
export class Parts {
  readonly #zip: ZipFile
  readonly #entries = new Map<string, Entry>()
  /** Of all parts together: a workbook may name one part many times. */
  #unpacked = 0

  constructor(zip: ZipFile) {
    this.#zip = zip
  }

  async list(): Promise<void> {
    for await (const entry of this.#zip.eachEntry()) {
      const name = entry.fileName.replaceAll('\\', '/').toLowerCase()
      if (/vbaproject\.bin$|\/macrosheets\//.test(name)) throw new SheetError(MACROS)
      if (name.endsWith('workbook.bin'))
        throw new SheetError('The file is a binary workbook (.xlsb). Save it as .xlsx or .csv.')
      if (entry.isEncrypted())
        throw new SheetError('The file is protected by a password. Save it without one.')
      this.#entries.set(name, entry)
    }
  }

  has(path: string): boolean {
    return this.#entries.has(path.toLowerCase())
  }

  async read(path: string, handlers: Handlers): Promise<void> {
    const entry = this.#entries.get(path.toLowerCase())
    if (!entry) return
    const parser = new SaxesParser({ xmlns: false, position: false })
    const plain = (name: string) => name.slice(name.indexOf(':') + 1)
    parser.on('doctype', () => {
      throw new SheetError(
        'The file defines entities of its own, which no spreadsheet needs. It is not taken.',
      )
    })
    parser.on('opentag', ({ name, attributes }: SaxesTagPlain) =>
      handlers.open?.({ name: plain(name), attributes }),
    )
    parser.on('closetag', ({ name }: SaxesTagPlain) => handlers.close?.(plain(name)))
    if (handlers.text) parser.on('text', handlers.text)
    parser.on('error', () => {
      throw new SheetError(NO_SHEET)
    })
    const stream = await this.#zip.openReadStreamPromise(entry)
    const decoder = new TextDecoder()
    try {
      for await (const chunk of stream as AsyncIterable<Buffer>) {
        this.#unpacked += chunk.length
        if (this.#unpacked > SHEET_LIMITS.unpackedBytes)
          throw new SheetError('The file unpacks to far more than a spreadsheet holds. It is not taken.')
        parser.write(decoder.decode(chunk, { stream: true }))
      }
      parser.close()
    } finally {
      stream.destroy()
    }
  }
}
