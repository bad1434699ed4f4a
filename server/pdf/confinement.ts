import type { PdfPrinter } from './printer.ts'
import { TemporaryFolderError } from './run-folder.ts'

/** What a start says of PDFs: how far LibreOffice is shut off, or why there are none at the moment. */
export async function confinementOf(pdf: Pick<PdfPrinter, 'ready'>): Promise<string | undefined> {
  try {
    return await pdf.ready()
  } catch (error) {
    // Everything else works meanwhile, and PDFs do as soon as the folder can be written to.
    if (error instanceof TemporaryFolderError) return error.message
    throw error
  }
}
