import { execFile } from 'node:child_process'

/** The characters that the server's fonts can draw, as ranges of code points, both ends included. */
export type FontCoverage = readonly (readonly [first: number, last: number])[]

/** What writing systems are called, and the package of Debian and Ubuntu with a font for each. */
const SCRIPTS: readonly { name: string; letters: RegExp; font: string }[] = [
  { name: 'Chinese', letters: /\p{Script=Han}/u, font: 'fonts-noto-cjk' },
  { name: 'Japanese', letters: /[\p{scx=Hiragana}\p{scx=Katakana}]/u, font: 'fonts-noto-cjk' },
  { name: 'Korean', letters: /\p{Script=Hangul}/u, font: 'fonts-noto-cjk' },
  { name: 'Arabic', letters: /\p{Script=Arabic}/u, font: 'fonts-noto-core' },
  { name: 'Hebrew', letters: /\p{Script=Hebrew}/u, font: 'fonts-noto-core' },
  { name: 'Devanagari', letters: /\p{Script=Devanagari}/u, font: 'fonts-noto-core' },
  { name: 'Bengali', letters: /\p{Script=Bengali}/u, font: 'fonts-noto-core' },
  { name: 'Tamil', letters: /\p{Script=Tamil}/u, font: 'fonts-noto-core' },
  { name: 'Sinhala', letters: /\p{Script=Sinhala}/u, font: 'fonts-noto-core' },
  { name: 'Thai', letters: /\p{Script=Thai}/u, font: 'fonts-noto-core' },
  { name: 'Cyrillic', letters: /\p{Script=Cyrillic}/u, font: 'fonts-noto-core' },
  { name: 'Greek', letters: /\p{Script=Greek}/u, font: 'fonts-noto-core' },
]
const OTHER = { name: 'other', font: 'fonts-noto-core' }

export type MissingScript = { name: string; font: string }

/** The writing systems of a text's letters that no font has. */
export function scriptsWithoutFont(text: string, coverage: FontCoverage): MissingScript[] {
  const found = new Map<string, MissingScript>()
  for (const letter of new Set(text.match(/[^\P{L}\0-\u024f]/gu))) {
    const point = letter.codePointAt(0) ?? 0
    if (coverage.some(([first, last]) => point >= first && point <= last)) continue
    const { name, font } = SCRIPTS.find(({ letters }) => letters.test(letter)) ?? OTHER
    found.set(name, { name, font })
  }
  return [...found.values()]
}

/** Reads the lists of characters that fontconfig tells of fonts, such as “20-7e a0-17f 4e00”. */
export function readCoverage(charsets: string): FontCoverage {
  const ranges = [...charsets.matchAll(/([0-9a-f]+)(?:-([0-9a-f]+))?/g)]
    .map(([, first = '', last = first]) => [Number.parseInt(first, 16), Number.parseInt(last, 16)] as const)
    .toSorted(([one], [other]) => one - other)
  const joined: [number, number][] = []
  for (const [first, last] of ranges) {
    const previous = joined.at(-1)
    if (previous && first <= previous[1] + 1) previous[1] = Math.max(previous[1], last)
    else joined.push([first, last])
  }
  return joined
}

const KEPT_MS = 60_000
const MAXIMUM_BYTES = 64 * 1024 * 1024
let known: { at: number; coverage: Promise<FontCoverage | null> } | undefined

/** What the server's fonts can draw; null where fontconfig does not tell. Fonts that are installed count within a minute. */
export function fontCoverage(): Promise<FontCoverage | null> {
  const now = performance.now()
  if (!known || now - known.at > KEPT_MS) known = { at: now, coverage: askFontconfig() }
  return known.coverage
}

const askFontconfig = () =>
  new Promise<FontCoverage | null>(resolve => {
    execFile(
      'fc-list',
      ['--format', '%{charset}\n'],
      { timeout: 10_000, maxBuffer: MAXIMUM_BYTES },
      (error, charsets) => resolve(error || charsets.trim() === '' ? null : readCoverage(charsets)),
    )
  })
