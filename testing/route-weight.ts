import { gzipSync } from 'node:zlib'
import type { BrowserContext, Response } from '@playwright/test'

/** Kilobytes (of 1000 bytes), gzipped. */
export type Weight = { scripts: number; styles: number; files: number }

/** What a page loads before it rests: its scripts and styles, each gzipped by itself. */
export async function routeWeight(context: BrowserContext, address: string): Promise<Weight> {
  const page = await context.newPage()
  const loaded: Promise<{ kind: string; bytes: number }>[] = []
  const note = (response: Response) => {
    const kind = response.request().resourceType()
    if (kind !== 'script' && kind !== 'stylesheet') return
    loaded.push(response.body().then(body => ({ kind, bytes: gzipSync(body, { level: 9 }).length })))
  }
  page.on('response', note)
  await page.goto(address, { waitUntil: 'networkidle' })
  // What comes later is ahead of its need, and may come when the page is closed.
  page.off('response', note)
  const files = await Promise.all(loaded)
  await page.close()
  const sum = (wanted: string) =>
    files.filter(({ kind }) => kind === wanted).reduce((total, { bytes }) => total + bytes, 0) / 1000
  return { scripts: sum('script'), styles: sum('stylesheet'), files: files.length }
}
