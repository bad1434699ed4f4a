import { execFile } from 'node:child_process'

/** The characters that the server's fonts can draw, as ranges of code points, both ends included. */
export type FontCoverage = readonly (readonly [first: number, last: number])[]

type Script = { name: string; characters: RegExp; usual: string; font: string }

const script = (name: string, usual: string, font = 'fonts-noto-core', unicode = name): Script => ({
  name,
  characters: new RegExp(`\\p{Script=${unicode}}`, 'u'),
  usual,
  font,
})

/**
 * What writing systems are called, a letter that every font for one has, and the package of Debian and Ubuntu with
 * such a font.
 */
const SCRIPTS: readonly Script[] = [
  script('Chinese', '一', 'fonts-noto-cjk', 'Han'),
  {
    ...script('Japanese', 'の', 'fonts-noto-cjk', 'Hiragana'),
    characters: /[\p{scx=Hiragana}\p{scx=Katakana}]/u,
  },
  script('Korean', '가', 'fonts-noto-cjk', 'Hangul'),
  script('Arabic', 'ا'),
  script('Hebrew', 'א'),
  script('Devanagari', 'क'),
  script('Bengali', 'ক'),
  script('Tamil', 'க'),
  script('Sinhala', 'ක'),
  script('Thai', 'ก'),
  script('Cyrillic', 'а'),
  script('Greek', 'α'),
  script('Latin', 'a'),
  script('Khmer', 'ក'),
  script('Myanmar', 'က'),
  script('Lao', 'ກ'),
  script('Ethiopic', 'አ'),
  script('Georgian', 'ა'),
  script('Armenian', 'ա'),
  script('Gujarati', 'ક'),
  script('Gurmukhi', 'ਕ'),
  script('Kannada', 'ಕ'),
  script('Malayalam', 'ക'),
  script('Telugu', 'క'),
  script('Odia', 'କ', 'fonts-noto-core', 'Oriya'),
  script('Tibetan', 'ཀ'),
  script('Mongolian', 'ᠠ'),
  script('Syriac', 'ܐ'),
  script('Thaana', 'ހ'),
]

const SIGNS = 'fonts-noto-core and fonts-noto-color-emoji'
const NAMED = 10

/** Neither spaces nor what shows nothing of its own, such as joiners and the marks of direction. */
const PRINTABLE = /[^\p{Z}\p{Cc}\p{Cf}\p{Cs}\p{Cn}\p{Default_Ignorable_Code_Point}]/gu

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** What no font can draw, as a message calls it, such as “Khmer characters”, and the package with a font for it. */
export type WithoutFont = {
  characters: string
  font: string
  /** What one font would mend: the same for all texts that lack it. */
  cause: string
  /** A single character. */
  isOne: boolean
}

/** The characters of a text that no font has: by writing system where it has no font at all, else each by itself. */
export function charactersWithoutFont(text: string, coverage: FontCoverage): WithoutFont[] {
  const isCovered = (character: string) => {
    const point = character.codePointAt(0) ?? 0
    return coverage.some(([first, last]) => point >= first && point <= last)
  }
  const missing = new Set([...new Set(text.match(PRINTABLE))].filter(character => !isCovered(character)))
  if (missing.size === 0) return []
  const scripts = new Set<Script>()
  const signs = new Set<string>()
  const single = new Map<string, Set<string>>()
  for (const { segment } of graphemes.segment(text)) {
    const character = [...segment].find(one => missing.has(one))
    if (character === undefined) continue
    const itsScript = SCRIPTS.find(({ characters }) => characters.test(character))
    if (/[\p{S}\p{Co}]/u.test(character) || (!itsScript && !/\p{L}/u.test(character))) signs.add(segment)
    else if (itsScript && !isCovered(itsScript.usual)) scripts.add(itsScript)
    else {
      const font = itsScript?.font ?? 'fonts-noto-core'
      single.set(font, (single.get(font) ?? new Set()).add(segment))
    }
  }
  return [
    ...[...scripts].map(({ name, font }) => ({
      characters: `${name} characters`,
      font,
      cause: name,
      isOne: false,
    })),
    ...[...single].map(([font, some]) => ({
      characters: named(some, one => `“${one}”`, ', '),
      font,
      cause: font,
      isOne: some.size === 1,
    })),
    ...(signs.size > 0
      ? [
          {
            characters: `emoji and signs (${named(signs, one => one, ' ')})`,
            font: SIGNS,
            cause: SIGNS,
            isOne: false,
          },
        ]
      : []),
  ]
}

function named(characters: ReadonlySet<string>, write: (one: string) => string, between: string): string {
  const first = [...characters].slice(0, NAMED).map(write).join(between)
  const others = characters.size - NAMED
  return others > 0 ? `${first} and ${others} more` : first
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
