import { ensurePrograms } from '#testing/debian-packages.ts'

/** Why the tests that read finished documents cannot run; nothing when they can. */
export async function ensureLibreOffice(): Promise<string | undefined> {
  if (process.env['LADING_WITHOUT_LIBREOFFICE']) return 'LADING_WITHOUT_LIBREOFFICE is set'
  return ensurePrograms({
    programs: ['soffice', 'pdftotext', 'pdftoppm'],
    packages: ['libreoffice-writer-nogui', 'poppler-utils', 'fonts-liberation', 'fonts-dejavu-core'],
    what: 'LibreOffice for the tests that read documents',
  })
}
