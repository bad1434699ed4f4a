import { join } from 'node:path'
import type { Job } from '#contract/jobs.ts'
import { picturedScreens } from '#testing/pictures/pictured-screens.ts'
import { root } from '#testing/step.ts'
import { noteTaken } from './note-taken.ts'
import { withSeededProduct } from './seeded-product.ts'

/** npm run readme-pictures: the README's pictures of the application, taken again from seeded data. */
const pictures = join(root, 'docs/images')

await withSeededProduct(240, async ({ call, signedInPage }) => {
  const listed = await call<Job[]>('GET', '/api/shipment?mode=2&status=1&quoteType=1&limit=20')
  const jobs = await Promise.all(
    listed.map(({ id }) => call<Job>('GET', `/api/shipment/${id}?stakeholder=true`)),
  )
  const job = jobs.find(({ items, templateName }) => items.length > 2 && templateName === null)
  if (!job)
    throw new Error('The seed made no sea job that is under way and has three items, and is no template.')
  const page = await signedInPage()
  for (const [name, { viewport, open }] of Object.entries(picturedScreens['readme-pictures'])) {
    await page.setViewportSize(viewport)
    await open(page, job)
    await page.screenshot({ path: join(pictures, `${name}.png`), animations: 'disabled' })
  }
})
await noteTaken('readme-pictures')
