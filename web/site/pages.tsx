import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { HomePage } from './HomePage.tsx'
import { NotFoundPage } from './NotFoundPage.tsx'
import { type Assets, Page } from './Page.tsx'

const html = (page: ReactElement) => `<!doctype html>${renderToStaticMarkup(page)}\n`

/** Each public page by the file that it becomes. */
export function renderPages(assets: Assets): Record<string, string> {
  return {
    'index.html': html(
      <Page
        assets={assets}
        title="Lading: modern freight management, simplified"
        description="Jobs, parties, cargo, charges and shipping documents for freight forwarders, in one place."
      >
        <HomePage />
      </Page>,
    ),
    'error/404.html': html(
      <Page assets={assets} title="Page not found · Lading" description="This page does not exist.">
        <NotFoundPage />
      </Page>,
    ),
  }
}
