import { type BrowserConfiguration, browserConfiguration } from '#contract/browser-configuration.ts'

let known: BrowserConfiguration | undefined

/** What the server put into the page, as `<script type="application/json" id="configuration">`. */
export function configuration(): BrowserConfiguration {
  known ??= browserConfiguration.parse(
    JSON.parse(document.querySelector('#configuration')?.textContent ?? 'null'),
  )
  return known
}
