import type { Config } from '#server/config.ts'
import { messageFrom } from '#server/errors.ts'
import { OWN_FILES } from '#server/files/store.ts'
import { findOffice } from '#server/pdf/find-office.ts'
import { openPdfPrinter, type PdfPrinter } from '#server/pdf/printer.ts'
import { openRemotePrinter } from '#server/pdf/remote-printer.ts'
import { readStarterTemplates } from '#server/templates/starter-templates.ts'
import { type Finding, note, right, wrong } from './report.ts'

/** LibreOffice and its sandbox, here or at the workers that print for this server, by printing a page. */
export async function examinePdf(config: Config): Promise<Finding[]> {
  if (config.pdfWorkers.length > 0) return examineWorkers(config)
  if (!config.doesBackgroundWork)
    return [
      note(
        'This server makes Word files alone: BACKGROUND is off, and PDF_WORKERS names no worker that prints',
      ),
    ]
  const office = findOffice({ ...process.env, SOFFICE_PATH: config.officeProgram })
  if ('reason' in office)
    return [(config.officeProgram ? wrong : note)(`${office.reason} Documents are made as Word files alone.`)]
  const pdf = openPdfPrinter({ office, dataDir: config.dataDir, sandbox: config.pdfSandbox })
  try {
    const confinement = (await pdf.ready()) ?? ''
    const isWhole = confinement.includes('is kept in a sandbox')
    const sandbox = (isWhole ? right : config.pdfSandbox === 'required' ? wrong : note)(confinement)
    return pdf.unavailable ? [sandbox] : [sandbox, await printed(pdf, `LibreOffice (${office.program})`)]
  } finally {
    await pdf.close()
  }
}

const PATIENCE_MS = 3_000

async function examineWorkers({ pdfWorkers, key = '' }: Config): Promise<Finding[]> {
  const findings: Finding[] = []
  // One by one: what one of them cannot do, another would.
  for (const worker of pdfWorkers) {
    const pdf = openRemotePrinter({ workers: [worker], key, log: () => undefined, patience: PATIENCE_MS })
    try {
      findings.push(await printed(pdf, `The worker ${worker}`))
    } finally {
      await pdf.close()
    }
  }
  return findings
}

async function printed(pdf: PdfPrinter, who: string): Promise<Finding> {
  const [starter] = await readStarterTemplates()
  if (!starter) throw new Error('There are no starter templates to print.')
  try {
    const { length } = await pdf.print(OWN_FILES, starter.files.A4.bytes)
    return right(`${who} printed a page of ${length} bytes`)
  } catch (error) {
    return wrong(`${who} printed nothing: ${messageFrom(error)}`)
  }
}
