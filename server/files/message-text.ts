const blocks = /<\/?(?:p|div|br|tr|li|ul|ol|table|h[1-6]|blockquote|hr)\b[^<>]{0,2000}>/gi
const unseen = /<(script|style|head|title)\b[^]*?(?:<\/\1\s*>|$)/gi

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

/** The words of an HTML body as plain text; for reading only, never to be taken for HTML again. */
export function textOfHtml(html: string): string {
  return html
    .replace(/<!--[^]*?(?:-->|$)/g, '')
    .replace(unseen, '')
    .replace(/\s+/g, ' ')
    .replace(blocks, '\n')
    .replace(/<[^<>]{0,5000}>/g, '')
    .replace(/&(#x[0-9a-f]{1,6}|#\d{1,7}|[a-z]{2,6});/gi, (whole, code: string) => characterOf(code) ?? whole)
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

function characterOf(code: string): string | undefined {
  if (!code.startsWith('#')) return named[code.toLowerCase()]
  const point = code[1]?.toLowerCase() === 'x' ? Number.parseInt(code.slice(2), 16) : Number(code.slice(1))
  return point > 31 && point <= 0x10ffff ? String.fromCodePoint(point) : ' '
}
