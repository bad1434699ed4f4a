// @vitest-environment node
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { errorPages, pageFile, sitePages } from '#contract/site.ts'
import { renderPages } from './pages.tsx'

const folder = join(import.meta.dirname, 'pictures')
const names = readdirSync(folder)
const pages = renderPages({
  script: '/s.js',
  style: '/s.css',
  icon: '/i.svg',
  font: '/f.woff2',
  pictures: Object.fromEntries(names.map(name => [name, `/p/${name}`])),
})

test('each page becomes a file, written without what a company says of itself', () => {
  const files = [...Object.keys(sitePages), ...Object.keys(errorPages)].map(name => pageFile(name as 'home'))
  expect(Object.keys(pages).sort()).toEqual(files.sort())
  for (const page of Object.values(pages)) {
    expect(page).toMatch(/^<!doctype html><html lang="en">/)
    // Whoever runs the product gives it its name: nothing of ours is built in.
    expect(page).not.toMatch(/Lading|lading\.example/)
  }
})

test('headings go down one step at a time, and every picture says what it shows and how large it is', () => {
  for (const page of Object.values(pages)) {
    const levels = [...page.matchAll(/<h([1-6])[ >]/g)].map(match => Number(match[1]))
    expect(levels[0]).toBe(1)
    expect(levels.filter(level => level === 1)).toHaveLength(1)
    for (const [at, level] of levels.entries()) expect(level - (levels[at - 1] ?? 0)).toBeLessThanOrEqual(1)
    for (const [picture] of page.matchAll(/<img[^>]*>/g))
      expect(picture).toMatch(
        /(?=.* width="\d+")(?=.* height="\d+")(?=.* alt="[^"]{10,}")(?=.* srcSet="[^"]+")/i,
      )
  }
})

test('every picture that was taken is shown, and all are small', () => {
  const shown = Object.values(pages).join('')
  for (const name of names) expect([name, shown.includes(`/p/${name}`)]).toEqual([name, true])
  const bytes = names.map(name => statSync(join(folder, name)).size)
  expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThan(1_500_000)
})
