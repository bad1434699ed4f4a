import type { Config } from '#server/config.ts'
import type { Meter } from '#server/fair-queue.ts'
import { BACKGROUND_NICENESS } from '#server/process-priority.ts'
import { findOffice } from './find-office.ts'
import { openPdfPrinter, type PdfPrinter } from './printer.ts'

/** Prints with this machine's LibreOffice. */
export const openOwnPrinter = (
  config: Pick<Config, 'officeProgram' | 'dataDir' | 'pdfSandbox'>,
  meter: Meter,
): PdfPrinter =>
  openPdfPrinter({
    office: findOffice({ ...process.env, SOFFICE_PATH: config.officeProgram }),
    dataDir: config.dataDir,
    sandbox: config.pdfSandbox,
    meter,
    nice: BACKGROUND_NICENESS,
  })
