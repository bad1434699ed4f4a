import { gzipSync } from 'node:zlib'
import { expect, type Page, test } from '@playwright/test'
import { errorPages, sitePages } from '#contract/site.ts'
import { expectAccessible, expectNoSideways } from './accessibility.ts'
import { signUp } from './people.ts'

test.describe.configure({ mode: 'parallel' })

const everyPage = Object.values(sitePages)
const bar = (page: Page) => page.getByRole('navigation', { name: 'Main' })
const footer = (page: Page) => page.getByRole('navigation', { name: 'Footer' })
const toTop = (page: Page) => page.getByRole('link', { name: 'Back to top' })
const scrolled = (page: Page) => page.evaluate(() => window.scrollY)
const linksIn = (part: ReturnType<typeof bar>) =>
  part
    .getByRole('link')
    .evaluateAll(links => links.map(link => [link.textContent.trim(), link.getAttribute('href')]))

test('home has a banner with Get Started, four feature boxes, features, pricing and a ready-to-talk section', async ({
  page,
}) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Modern freight management, simplified')
  await expect(page.getByRole('region', { name: 'At a glance' }).getByRole('article')).toHaveCount(4)
  await expect(page.getByRole('region', { name: 'What your morning looks like' })).toBeVisible()
  const features = page.getByRole('region', { name: 'Made for the desk where shipments are handled' })
  await expect(features.getByRole('article')).toHaveCount(3)
  await expect(page.getByRole('region', { name: 'Pricing' }).getByRole('article')).toHaveCount(3)
  const talk = page.getByRole('region', { name: 'Ready to talk?' })
  await expect(talk.getByRole('link', { name: 'Contact Us' })).toHaveAttribute('href', '/contactus')
  await page.getByRole('link', { name: 'Get Started' }).click()
  await expect(page).toHaveURL(/\/pricing$/)
})

test('the top bar and the footer lead where the specification says', async ({ page }) => {
  await page.goto('/about')
  const product = bar(page).getByText('Product', { exact: true })
  await expect(bar(page).getByRole('link', { name: 'Coming Soon' })).toBeHidden()
  await product.click()
  expect(await linksIn(bar(page))).toEqual([
    ['Home', '/'],
    ['About Us', '/about'],
    ['Features', '/features'],
    ['Pricing', '/pricing'],
    ['FAQ', '/faq'],
    ['Coming Soon', '/coming-soon'],
    ['Contact', '/contactus'],
    ['Sign Up', '/register'],
    ['Login', '/login'],
  ])
  await page.keyboard.press('Escape')
  await expect(bar(page).getByRole('link', { name: 'Coming Soon' })).toBeHidden()
  await expect(product).toBeFocused()
  await product.click()
  await page.getByRole('heading', { level: 1 }).click()
  await expect(bar(page).getByRole('link', { name: 'Coming Soon' })).toBeHidden()
  expect(await linksIn(footer(page))).toEqual([
    ['About', '/about'],
    ['Features', '/features'],
    ['Pricing', '/pricing'],
    ['FAQ', '/faq'],
    ['Privacy Policy', '/privacy-policy'],
    ['Terms and Conditions', '/terms-and-conditions'],
    ['Community', 'https://community.lading.example'],
    ['Contact Us', '/contactus'],
  ])
  const details = page.getByRole('contentinfo')
  await expect(details.getByText('© 2025 Lading')).toBeVisible()
  await expect(details.getByRole('link', { name: 'hello@lading.example' })).toHaveAttribute(
    'href',
    'mailto:hello@lading.example',
  )
  await expect(details.getByRole('link', { name: '+44 1394 000000' })).toHaveAttribute(
    'href',
    'tel:+441394000000',
  )
})

test('the plans are the three, to the letter', async ({ page }) => {
  await page.goto('/pricing')
  const plans = page.getByRole('region', { name: 'Plans' }).getByRole('article')
  await expect(plans.getByRole('heading')).toHaveText(['Basic Plan', 'Advanced Plan', 'Expert Plan'])
  await expect(plans.nth(0).getByText('Free', { exact: true })).toBeVisible()
  await expect(plans.nth(0).getByRole('listitem')).toHaveText([
    'Import/Export',
    'Document Production',
    'Document Management',
    'Unlimited Users',
    '24x7 Support',
    'Data Security and Backups',
  ])
  for (const plan of [plans.nth(1), plans.nth(2)]) {
    await expect(plan.getByText('Coming soon', { exact: true })).toBeVisible()
    await expect(plan.getByText('per month', { exact: true })).toBeVisible()
  }
})

test('six questions are asked, and answered where there is an answer', async ({ page }) => {
  await page.goto('/faq')
  const questions = page.getByRole('region', { name: 'Questions and answers' }).locator('details')
  await expect(questions).toHaveCount(6)
  for (const question of (await questions.all()).slice(1)) await question.locator('summary').click()
  const answers = await questions.locator('.question__answer').allInnerTexts()
  expect(answers.filter(answer => answer === 'Coming soon.')).toHaveLength(1)
  expect(answers.filter(answer => answer.length > 60)).toHaveLength(5)
})

test('the pages promise what the product does', async ({ page }) => {
  await page.goto('/features')
  const words = page.getByRole('main')
  await expect(words).toContainText('Parties and ports are found as you type, or added on the spot')
  await expect(words).toContainText('addresses, ports, vessel, dates, one row for each item')
  // Lists come and go as spreadsheets; an attached one is kept and downloaded, and nobody looks at it in place.
  await expect(words.getByText('can be previewed').filter({ hasText: 'Excel' })).toHaveCount(0)
  await page.goto('/')
  await expect(page.getByRole('main')).not.toContainText('container?')
})

test('the features tell of mail to the stakeholders, and of permissions by role', async ({ page }) => {
  await page.goto('/features')
  const everything = page.getByRole('region', { name: 'Everything in it' })
  await expect(everything).toContainText('E-mail a shipment’s stakeholders')
  await expect(everything).toContainText('Administrators manage permissions and role-based access')
  await expect(page.getByRole('main').getByRole('img', { name: /./ })).toHaveCount(3)
})

test('the top bar sticks after 50 pixels, the way back up appears after 100', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.goto('/features')
  const header = page.getByRole('banner')
  const barTop = () => header.evaluate(element => element.getBoundingClientRect().top)
  const scrollTo = (y: number) => page.evaluate(to => window.scrollTo(0, to), y)
  await expect(toTop(page)).toBeHidden()
  await scrollTo(50)
  await expect.poll(barTop).toBe(-50)
  await scrollTo(51)
  await expect.poll(barTop).toBe(0)
  await scrollTo(100)
  await expect.poll(() => scrolled(page)).toBe(100)
  await expect(toTop(page)).toBeHidden()
  await scrollTo(101)
  await expect(toTop(page)).toBeVisible()
  await scrollTo(1500)
  await expect.poll(barTop).toBe(0)

  const passed = page.evaluate(async () => {
    const places: number[] = []
    while (window.scrollY > 0 && places.length < 500) {
      places.push(window.scrollY)
      await new Promise(resolve => requestAnimationFrame(resolve))
    }
    return places.filter(place => place > 0 && place < 1500).length
  })
  await toTop(page).click()
  expect(await passed).toBeGreaterThan(3)
  await expect(toTop(page)).toBeHidden()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
})

test('for those who ask for no motion, the way up is one step', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/features')
  await page.evaluate(() => window.scrollTo(0, 1500))
  await toTop(page).click()
  expect(await scrolled(page)).toBe(0)
})

test('every change of route begins at the top, the browser’s Back too', async ({ page }) => {
  await page.goto('/')
  await page.evaluate(() => window.scrollTo(0, 2000))
  await footer(page).getByRole('link', { name: 'Features' }).click()
  await expect(page).toHaveURL(/\/features$/)
  expect(await scrolled(page)).toBe(0)
  await page.goBack()
  await expect(page).toHaveURL(/\/$/)
  await page.waitForLoadState('load')
  expect(await scrolled(page)).toBe(0)
})

test('unknown routes lead to error/404, and there is a page for other failures', async ({ page }) => {
  await page.goto('/webap')
  await expect(page).toHaveURL(/\/error\/404$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This page does not exist')
  await page.getByRole('main').getByRole('link', { name: 'Home' }).click()
  await expect(page).toHaveURL(/\/$/)
  await page.goto('/error')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Something went wrong')
})

test('every link and picture on every page leads somewhere', async ({ page, request, baseURL }) => {
  const addresses = new Set<string>()
  const anchors = new Set<string>()
  for (const path of [...everyPage, ...Object.values(errorPages)]) {
    await page.goto(path)
    const found = await page.evaluate(() => [
      ...[...document.querySelectorAll('a')].map(link => link.href),
      ...[...document.querySelectorAll('link[href]')].map(link => (link as HTMLLinkElement).href),
      ...[...document.querySelectorAll('img')].flatMap(image => [
        image.src,
        ...image.srcset.split(', ').map(one => new URL(one.split(' ')[0] ?? '', location.href).href),
      ]),
      ...[...document.querySelectorAll('meta[property="og:image"]')].map(
        meta => meta.getAttribute('content') ?? '',
      ),
    ])
    for (const address of found) (address.includes('#') ? anchors : addresses).add(address)
  }
  const own = [...addresses].filter(address => address.startsWith(baseURL ?? '?'))
  expect(own.length).toBeGreaterThan(20)
  for (const address of own) {
    const reply = await request.get(address, { headers: { accept: 'text/html' }, maxRedirects: 0 })
    const wanted = address.endsWith('/error/404') ? 404 : 200
    expect([address, reply.status()]).toEqual([address, wanted])
  }
  for (const anchor of anchors) {
    const { origin, hash } = new URL(anchor)
    if (origin !== baseURL) continue
    await page.goto(anchor)
    expect([anchor, await page.locator(hash).count()]).toEqual([anchor, 1])
  }
  const others = [...addresses].filter(address => !address.startsWith(baseURL ?? '?'))
  expect(
    others
      .map(address => new URL(address).protocol)
      .filter(scheme => !['https:', 'mailto:', 'tel:'].includes(scheme)),
  ).toEqual([])
})

for (const path of [...everyPage, ...Object.values(errorPages), '/login-failed'])
  test(`${path} can be used by everybody, on a telephone too, and weighs little`, async ({ page }) => {
    const complaints: string[] = []
    page.on('console', message => message.type() === 'error' && complaints.push(message.text()))
    page.on('pageerror', error => complaints.push(error.message))
    const weight = { script: 0, stylesheet: 0 }
    const read: Promise<void>[] = []
    page.on('response', response => {
      const kind = response.request().resourceType()
      if (kind !== 'script' && kind !== 'stylesheet') return
      read.push(response.body().then(body => void (weight[kind] += gzipSync(body, { level: 9 }).length)))
    })
    await page.goto(path, { waitUntil: 'networkidle' })
    await Promise.all(read)
    await expectAccessible(page)
    await page.setViewportSize({ width: 390, height: 844 })
    await expectNoSideways(page)
    await expectAccessible(page)
    await page.setViewportSize({ width: 320, height: 640 })
    await expectNoSideways(page)
    if (path !== '/login-failed') {
      expect(weight.script).toBeGreaterThan(0)
      expect(weight.script).toBeLessThanOrEqual(15_000)
      expect(weight.stylesheet).toBeLessThanOrEqual(15_000)
    }
    // The page about a missing page is itself answered as missing.
    expect(complaints.filter(text => !text.includes('404'))).toEqual([])
  })

test('on a telephone the menu holds every link, and closes', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/pricing')
  await page.getByText('Menu', { exact: true }).click()
  const names = (await linksIn(bar(page))).map(([name]) => name)
  expect(names).toEqual([
    'Home',
    'About Us',
    'Features',
    'Pricing',
    'FAQ',
    'Coming Soon',
    'Contact',
    'Sign Up',
    'Login',
  ])
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(bar(page)).toBeHidden()
})

test('whoever is signed in is offered the application, until they sign out', async ({ page }) => {
  await signUp(page)
  await page.goto('/')
  await expect(bar(page).getByRole('link', { name: 'Open the application' })).toHaveAttribute(
    'href',
    '/webapp',
  )
  await expect(bar(page).getByRole('link', { name: /Sign Up|Login/ })).toHaveCount(0)
  // The one script of these pages: no sign-in library. What the Dashboard was still fetching is not theirs.
  const scripts = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.endsWith('.js'))
      .map(({ name }) => name),
  )
  expect(scripts).toEqual([expect.stringMatching(/\/assets\/site-[^/]+\.js$/)])
  await page.goto('/logout')
  await page.waitForURL(url => url.pathname === '/')
  await expect(bar(page).getByRole('link', { name: 'Login' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Open the application' })).toHaveCount(0)
})
