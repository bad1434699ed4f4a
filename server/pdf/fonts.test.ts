import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { fontCoverage, readCoverage, charactersWithoutFont } from './fonts.ts'

const latinAndArabic = readCoverage('20-7e a0-24f\n600-6ff 20-7e 2013\n')

test('the ranges of all fonts are one list', () => {
  expect(latinAndArabic).toEqual([
    [0x20, 0x7e],
    [0xa0, 0x24f],
    [0x600, 0x6ff],
    [0x2013, 0x2013],
  ])
})

test.each([
  ['Müller & Çelik', []],
  ['شركة الخليج', []],
  ['青岛恒鑫 and شركة', ['Chinese characters']],
  ['東京カートン', ['Chinese characters', 'Japanese characters']],
  ['हिन्दी', ['Devanagari characters']],
  ['Россия, Ελλάς', ['Cyrillic characters', 'Greek characters']],
  ['ትግርኛ', ['Ethiopic characters']],
  ['ភ្នំពេញ and ရန်ကုန်', ['Khmer characters', 'Myanmar characters']],
  ['12 m³ → 7', ['emoji and signs (→)']],
  ['🚢 📦 by 🇵🇰, 1️⃣ at 5 ﷼ 🚢', ['emoji and signs (🚢 📦 🇵🇰 1️⃣ ﷼)']],
  // A letter of some languages only, beside others of its writing system that have a font.
  ['شركة ࢠ', ['“ࢠ”']],
  ['Ḋ and ℵ', ['“Ḋ”, “ℵ”']],
  // Spaces, marks of direction and joiners show nothing.
  ['5\u202fkg \u2068\u0634\u2069\u200d\ufe0f\u2003', []],
])('of “%s” no font has: %s', (text, told) => {
  expect(charactersWithoutFont(text, latinAndArabic).map(({ characters }) => characters)).toEqual(told)
})

test('one rare character is named, and no more than ten are', () => {
  const usual = readCoverage('20-7e 4e00-9fff')
  expect(charactersWithoutFont('𠮷野家', usual)).toMatchObject([
    { characters: '“𠮷”', font: 'fonts-noto-cjk', isOne: true },
  ])
  const many = Array.from({ length: 12 }, (_, index) => String.fromCodePoint(0x20000 + index)).join('')
  expect(charactersWithoutFont(many, usual)[0]?.characters).toMatch(/^(“.+”, ){9}“.+” and 2 more$/u)
})

test('the server’s own fonts are asked of fontconfig', async () => {
  const coverage = await fontCoverage()
  const hasFont = (point: string) =>
    execFileSync('fc-list', [`:charset=${point}`], { encoding: 'utf8' }) !== ''
  for (const [letter, point] of [
    ['A', '41'],
    ['青', '9752'],
    ['ش', '634'],
    ['ह', '939'],
  ] as const)
    expect([
      letter,
      coverage?.some(
        ([first, last]) => (letter.codePointAt(0) ?? 0) >= first && (letter.codePointAt(0) ?? 0) <= last,
      ),
    ]).toEqual([letter, hasFont(point)])
})
