import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { fontCoverage, readCoverage, scriptsWithoutFont } from './fonts.ts'

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
  ['青岛恒鑫 and شركة', ['Chinese']],
  ['東京カートン', ['Chinese', 'Japanese']],
  ['हिन्दी', ['Devanagari']],
  ['Россия, Ελλάς', ['Cyrillic', 'Greek']],
  ['ትግርኛ', ['other']],
  ['12 m³ → 7', []],
])('of “%s” these scripts have no font: %s', (text, names) => {
  expect(scriptsWithoutFont(text, latinAndArabic).map(({ name }) => name)).toEqual(names)
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
