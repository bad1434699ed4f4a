import { createHash } from 'node:crypto'
import { pageStyle } from './page-style.ts'

/** Markup whose values are escaped already. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escape = (text: string) => text.replace(/[&<>"']/g, character => entities[character] ?? '')

/** A template literal that escapes every value but Html. */
export function html(parts: TemplateStringsArray, ...values: (string | Html | undefined)[]): Html {
  const filled = values.map(value => (value instanceof Html ? value.text : escape(value ?? '')))
  return new Html(parts.map((part, index) => part + (filled[index] ?? '')).join(''))
}

const cspHash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

const styleHash = cspHash(pageStyle)

/** The product's icon in the page itself, as nothing is loaded from anywhere; `web/site/icon.svg` is the same. */
export const iconMarkup =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><rect width="24" height="24" rx="5" fill="#0b1624"/>' +
  '<path d="M4.5 14h15l-2.2 4.2H6.7z" fill="#43aab0"/>' +
  '<path d="M6.5 8.5h3.4v4H6.5zM10.7 8.5h3.4v4h-3.4zM14.9 8.5h2.6v4h-2.6zM10.7 5.2h3.4v2.5h-3.4z" fill="#e8eef5"/></svg>'

const iconAddress = `data:image/svg+xml,${encodeURIComponent(iconMarkup)}`

/** Nothing is loaded from anywhere; `script` is the one inline script that may run. */
export function contentSecurityPolicy(script?: string): string {
  return [
    "default-src 'none'",
    `style-src ${styleHash}`,
    `script-src ${script === undefined ? "'self'" : cspHash(script)}`,
    'img-src data:',
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

export type PageContent = { title: string; productName: string; body: Html; script?: string }

/** A whole page; to be sent with the headers of `pageHeaders`. */
export function page({ title, productName, body, script }: PageContent): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} – ${productName}</title>
<link rel="icon" type="image/svg+xml" href="${iconAddress}">
<style>${new Html(pageStyle)}</style>
</head>
<body>
<header><a href="/">${productName}</a></header>
<main>
<h1>${title}</h1>
${body}
</main>
${script === undefined ? new Html('') : new Html(`<script>${script}</script>`)}
</body>
</html>
`.text
}

export const pageHeaders = (script?: string): Record<string, string> => ({
  'content-security-policy': contentSecurityPolicy(script),
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
})
