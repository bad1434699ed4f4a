import { expect, test } from '@playwright/test'
import { errorPages, sitePages } from '#contract/site.ts'

const attribute = (html: string, pattern: RegExp) => pattern.exec(html)?.[1] ?? ''
const dataIn = (html: string) =>
  [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)].map(
    ([, text = '']) => JSON.parse(text) as Record<string, unknown>,
  )

test('each page has a title and a description of its own, and says its address', async ({
  request,
  baseURL,
}) => {
  const titles = new Set<string>()
  const descriptions = new Set<string>()
  for (const path of Object.values(sitePages)) {
    const html = await (await request.get(path)).text()
    const title = attribute(html, /<title>(.*?)<\/title>/)
    const description = attribute(html, /<meta name="description" content="(.*?)"/)
    titles.add(title)
    descriptions.add(description)
    expect(title).toContain('Lading')
    expect(title.length).toBeLessThanOrEqual(60)
    expect(description.length).toBeGreaterThan(40)
    expect(description.length).toBeLessThanOrEqual(170)
    expect(attribute(html, /<link rel="canonical" href="(.*?)"/)).toBe(`${baseURL}${path}`)
    expect(attribute(html, /<meta property="og:url" content="(.*?)"/)).toBe(`${baseURL}${path}`)
    expect(attribute(html, /<meta property="og:title" content="(.*?)"/)).toBe(title)
    expect(attribute(html, /<meta property="og:description" content="(.*?)"/)).toBe(description)
    expect(attribute(html, /<meta property="og:image" content="(.*?)"/)).toMatch(/^http.*\.jpg$/)
    expect(html).not.toMatch(/\{\{|noindex/)
  }
  expect(titles.size).toBe(Object.keys(sitePages).length)
  expect(descriptions.size).toBe(Object.keys(sitePages).length)
  for (const path of Object.values(errorPages))
    expect(await (await request.get(path)).text()).toContain('<meta name="robots" content="noindex"/>')
})

test('search engines read who runs the site, and the questions with the answers that stand there', async ({
  page,
  request,
  baseURL,
}) => {
  const [organisation, questions] = dataIn(await (await request.get('/faq')).text())
  expect(organisation).toEqual({
    '@context': 'https://schema.org',
    '@type': 'Organization',
    '@id': `${baseURL}/#organisation`,
    name: 'Lading',
    url: `${baseURL}/`,
    slogan: 'modern freight management, simplified',
    email: 'hello@lading.example',
    telephone: '+44 1394 000000',
    address: '1 Dock Road, Felixstowe IP11 3SY, United Kingdom',
    sameAs: ['https://community.lading.example'],
  })
  const asked = questions?.['mainEntity'] as { name: string; acceptedAnswer: { text: string } }[]
  await page.goto('/faq')
  const shown = await page.locator('.question').evaluateAll(all =>
    all.map(one => ({
      name: one.querySelector('h2')?.textContent,
      text: [...one.querySelectorAll('p')].map(part => part.textContent).join(' '),
    })),
  )
  expect(asked.map(({ name, acceptedAnswer: { text } }) => ({ name, text }))).toEqual(shown)
})

test('sitemap and robots.txt name the pages under the public address', async ({ request, baseURL }) => {
  const sitemap = await (await request.get('/sitemap.xml')).text()
  expect([...sitemap.matchAll(/<loc>(.*?)<\/loc>/g)].map(match => match[1])).toEqual(
    Object.values(sitePages).map(path => `${baseURL}${path}`),
  )
  expect(await (await request.get('/robots.txt')).text()).toContain(`Sitemap: ${baseURL}/sitemap.xml`)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('everything can be read, and every page reached', async ({ page }) => {
    await page.goto('/')
    await page.getByText('Product', { exact: true }).first().click()
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'FAQ' }).click()
    await expect(page).toHaveURL(/\/faq$/)
    await page.getByText('Can we take our data with us?').click()
    await expect(
      page.getByText('An Administrator downloads everything of the company as one file'),
    ).toBeVisible()
    for (const path of Object.values(sitePages)) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    }
  })
})
