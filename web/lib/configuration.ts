import type { BrowserConfiguration } from '#contract/browser-configuration.ts'

let known: BrowserConfiguration | undefined

/** What the server put into the page, as `<script type="application/json" id="configuration">`. */
export function configuration(): BrowserConfiguration {
  if (known) return known
  const text = document.querySelector('#configuration')?.textContent
  if (!text) throw new Error('The page lacks its configuration: it has to come from the Lading server.')
  const given: BrowserConfiguration = JSON.parse(text)
  known = given
  return given
}
