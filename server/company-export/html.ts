import { createHash } from 'node:crypto'
import type { Fact } from './job-facts.ts'
import { style } from './page-style.ts'

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** A value as text of a page or of a quoted attribute. */
export const escapeHtml = (value: string | number | null | undefined): string =>
  String(value ?? '').replace(/[&<>"']/g, character => escapes[character] ?? character)

const sourceOf = (inline: string) => `'sha256-${createHash('sha256').update(inline).digest('base64')}'`
const styleSource = sourceOf(style)

/** The beginning of a page, up to its content. Nothing in it runs or loads but `script`. */
export function pageBeginning({
  title,
  bar,
  script,
}: {
  title: string
  /** HTML at the top of the page. */
  bar: string
  script?: string
}): string {
  const policy = `default-src 'none'; style-src ${styleSource}${script ? `; script-src ${sourceOf(script)}` : ''}`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body>
<header><p>${bar}</p></header>
<main>
`
}

export const PAGE_END = '</main>\n</body>\n</html>\n'

export const section = (title: string, content: string): string =>
  content === '' ? '' : `<section>\n<h2>${escapeHtml(title)}</h2>\n${content}</section>\n`

/** What is filled in, each with its label; '' where nothing is. */
export function factList(facts: readonly Fact[]): string {
  const filled = facts.filter(({ value }) => value !== '')
  if (filled.length === 0) return ''
  const rows = filled.map(
    ({ label, value }) => `<div><dt>${escapeHtml(label)}</dt><dd>${escapeHtml(value)}</dd></div>`,
  )
  return `<dl class="facts">${rows.join('\n')}</dl>\n`
}

/** HTML, or a figure that stands at the right of its column. */
export type Cell = string | { figure: number | string }

/** A table whose rows become cards on a telephone; '' where it has no rows. */
export function table(headings: readonly string[], rows: readonly (readonly Cell[])[]): string {
  if (rows.length === 0) return ''
  const isFigure = headings.map((_, column) => typeof rows[0]?.[column] === 'object')
  const head = headings.map(
    (heading, column) =>
      `<th scope="col"${isFigure[column] ? ' class="figure"' : ''}>${escapeHtml(heading)}</th>`,
  )
  const lines = rows.map(cells => {
    const line = cells.map((cell, column) => {
      const label = ` data-label="${escapeHtml(headings[column])}"`
      if (typeof cell === 'string') return `<td${cell === '' ? '' : label}>${cell}</td>`
      return `<td${label} class="figure">${escapeHtml(cell.figure)}</td>`
    })
    return `<tr>${line.join('')}</tr>`
  })
  return `<div class="wide"><table class="cards"><thead><tr>${head.join('')}</tr></thead><tbody>\n${lines.join('\n')}\n</tbody></table></div>\n`
}

/** `saves`: a browser is not to open what it leads to. */
export const link = (address: string, text: string, saves = false): string =>
  `<a href="${escapeHtml(address)}"${saves ? ' download' : ''}>${escapeHtml(text)}</a>`
