import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { basename, extname, join } from 'node:path'
import { pathToFileURL } from 'node:url'

/**
 * Converts Word files to PDF in a folder with LibreOffice, many in one run. Answers the files of which no
 * PDF came out.
 */
export async function filesWithoutPdf(files: readonly string[], folder: string): Promise<string[]> {
  const pdfOf = (file: string) => join(folder, `${basename(file, extname(file))}.pdf`)
  await runLibreOffice(files, folder)
  const missing = files.filter(file => !existsSync(pdfOf(file)))
  if (files.length === 1) return missing
  const failed: string[] = []
  // One bad file ends the run for those after it, so each gets a run of its own.
  for (const file of missing) failed.push(...(await filesWithoutPdf([file], folder)))
  return failed
}

function runLibreOffice(files: readonly string[], folder: string): Promise<void> {
  const profile = `-env:UserInstallation=${pathToFileURL(join(folder, 'profile')).href}`
  const child = spawn(
    'soffice',
    [profile, '--headless', '--norestore', '--convert-to', 'pdf', '--outdir', folder, ...files],
    { stdio: 'ignore', detached: true },
  )
  const limit = setTimeout(
    () => {
      // The whole group, as the program starts another.
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
    },
    60_000 + files.length * 10_000,
  )
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', () => {
      clearTimeout(limit)
      resolve()
    })
  })
}
