import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { html, iconMarkup, page, pageHeaders } from './page-layout.ts'

test('a page brings its own icon, which is the one of the public pages, and asks for nothing', async () => {
  const stored = await readFile(new URL('../../../web/site/icon.svg', import.meta.url), 'utf8')
  expect(iconMarkup).toBe(stored.trim())
  const text = page({ title: 'Sign in', productName: 'Lading', body: html`<p>Here.</p>` })
  const [, address = ''] =
    /<link rel="icon" type="image\/svg\+xml" href="data:image\/svg\+xml,([^"]+)">/.exec(text) ?? []
  expect(decodeURIComponent(address)).toBe(iconMarkup)
  expect(pageHeaders()['content-security-policy']).toContain("default-src 'none'")
  expect(pageHeaders()['content-security-policy']).toContain('img-src data:')
})
