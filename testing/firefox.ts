import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { installedTool } from './installed-tool.ts'

const names = ['firefox-esr', 'firefox']

/** Mozilla's Firefox, as it is installed here; undefined without one. Snap's stub of it cannot be driven. */
export const firefoxPath = (process.env['PATH'] ?? '')
  .split(delimiter)
  .flatMap(folder => names.map(name => join(folder, name)))
  .find(path => existsSync(path))

/** As much of a locator of the driver as a journey needs. It waits until what it names is there and can be used. */
type Part = { click(): Promise<void>; fill(value: string): Promise<void>; wait(): Promise<unknown> }
type DriverPage = {
  goto(address: string): Promise<unknown>
  url(): string
  setDefaultTimeout(milliseconds: number): void
  locator(selector: string): Part
  waitForSelector(selector: string): Promise<unknown>
  evaluate(script: string): Promise<unknown>
  waitForFunction(script: string): Promise<unknown>
  waitForFileChooser(): Promise<{ accept(paths: string[]): Promise<void> }>
  screenshot(options: { path: `${string}.png` }): Promise<unknown>
  keyboard: { press(key: string): Promise<void>; type(text: string): Promise<void> }
  on(event: 'console', listener: (message: { type(): string; text(): string }) => void): void
  on(event: 'pageerror', listener: (error: Error) => void): void
}
type Driver = {
  launch(options: {
    browser: 'firefox'
    executablePath: string
    defaultViewport: { width: number; height: number }
  }): Promise<{ newPage(): Promise<DriverPage>; close(): Promise<void> }>
}

const PATIENCE = 30_000

/** A person at Firefox, who finds things by their names. */
export type FirefoxPerson = Awaited<ReturnType<typeof openFirefox>>

/** Starts the Firefox at `executablePath` with a fresh profile; driven by WebDriver BiDi, which each Firefox speaks. */
export async function openFirefox(executablePath: string) {
  const entry = join(await installedTool('firefox-driver'), 'puppeteer-core/lib/puppeteer/puppeteer-core.js')
  const { default: driver } = (await import(pathToFileURL(entry).href)) as { default: Driver }
  const browser = await driver.launch({
    browser: 'firefox',
    executablePath,
    defaultViewport: { width: 1440, height: 900 },
  })
  const page = await browser.newPage()
  page.setDefaultTimeout(PATIENCE)
  const errors: string[] = []
  const note = (text: string) => {
    // Firefox calls it an error that it stops loading a font when the page is left.
    if (!text.startsWith('downloadable font: download failed')) errors.push(text)
  }
  page.on('console', message => message.type() === 'error' && note(message.text()))
  page.on('pageerror', error => note(error.message))
  const at = (xpath: string) => page.locator(`::-p-xpath(${xpath})`)
  const inside = (region?: string) => (region ? `//section[.//h2[normalize-space()="${region}"]]` : '')
  return {
    page,
    /** What its console has said was wrong, since the last time that it was asked. */
    errors: () => errors.splice(0),
    field: (label: string, region?: string) =>
      at(
        `${inside(region)}//*[(@id=//label[normalize-space()="${label}"]/@for or @aria-label="${label}") and not(@type="hidden") and (self::input or self::select or self::textarea)]`,
      ),
    button: (name: string) => at(`//button[normalize-space()="${name}" or @aria-label="${name}"]`),
    link: (name: string) => at(`//a[normalize-space()="${name}"]`),
    option: (start: string) => at(`//*[@role="option"][starts-with(normalize-space(), "${start}")]`),
    sees: (text: string) =>
      page.waitForSelector(`::-p-xpath(//*[text()[contains(., "${text}")]])`).then(() => undefined),
    close: () => browser.close(),
  }
}
