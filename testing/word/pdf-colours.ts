import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const start = promisify(execFile)

export type PdfColours = { red: number; green: number; blue: number; text: string }

/** How many dots of a PDF's first page are quite red, green or blue, and what all of it says. */
export async function coloursOf(pdf: Uint8Array): Promise<PdfColours> {
  const folder = await mkdtemp(join(tmpdir(), 'lading-colours-'))
  try {
    const file = join(folder, 'it.pdf')
    await writeFile(file, pdf)
    await start('pdftoppm', ['-r', '40', '-f', '1', '-l', '1', '-singlefile', file, join(folder, 'page')])
    const page = await readFile(join(folder, 'page.ppm'))
    const { stdout } = await start('pdftotext', [file, '-'])
    return { ...count(page), text: stdout.trim() }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function count(page: Buffer) {
  const found = { red: 0, green: 0, blue: 0 }
  const head = /^P6\s+\d+\s+\d+\s+255\s/.exec(page.subarray(0, 40).toString('latin1'))
  if (!head) throw new Error('not a picture of three colours')
  for (let at = head[0].length; at + 2 < page.length; at += 3) {
    const [red = 0, green = 0, blue = 0] = page.subarray(at, at + 3)
    if (red > 200 && green < 80 && blue < 80) found.red += 1
    if (green > 200 && red < 80 && blue < 80) found.green += 1
    if (blue > 200 && red < 80 && green < 80) found.blue += 1
  }
  return found
}
