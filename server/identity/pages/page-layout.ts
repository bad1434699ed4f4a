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

/** Nothing is loaded from anywhere; `script` is the one inline script that may run. */
export function contentSecurityPolicy(script?: string): string {
  return [
    "default-src 'none'",
    `style-src ${styleHash}`,
    `script-src ${script === undefined ? "'self'" : cspHash(script)}`,
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
