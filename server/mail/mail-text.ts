const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escaped = (text: string) => text.replaceAll(/[&<>"']/g, character => entities[character] ?? '')

const pageAddress = /https?:\/\/[^\s<>"']+[^\s<>"'.,;:!?)\]]/g

/** Escapes a line; the addresses of pages within become links, and nothing else does. */
function lineHtml(line: string): string {
  let html = ''
  let end = 0
  for (const match of line.matchAll(pageAddress)) {
    const address = escaped(match[0])
    html += `${escaped(line.slice(end, match.index))}<a href="${address}">${address}</a>`
    end = match.index + match[0].length
  }
  return html + escaped(line.slice(end))
}

const isListed = (line: string) => /^[-•*] /.test(line)

function blockHtml(lines: readonly string[]): string {
  if (lines.every(isListed))
    return `<ul>${lines.map(line => `<li dir="auto">${lineHtml(line.slice(2))}</li>`).join('')}</ul>`
  const firstListed = lines.findIndex(isListed)
  // Lines and a list right below them: "Attached are:" and what is attached.
  if (firstListed > 0 && lines.slice(firstListed).every(isListed))
    return blockHtml(lines.slice(0, firstListed)) + blockHtml(lines.slice(firstListed))
  return `<p dir="auto">${lines.map(lineHtml).join('<br>')}</p>`
}

/** A plain text as HTML that holds paragraphs, lists and links, and nothing that a text can bring along. */
export function htmlOf(text: string, title: string): string {
  const blocks = text
    .replaceAll(/\r\n?/g, '\n')
    .split(/\n[ \t]*\n/)
    .map(block => block.split('\n').filter(line => line.trim() !== ''))
    .filter(lines => lines.length > 0)
  return [
    '<!doctype html>',
    `<html><head><meta charset="utf-8"><title>${escaped(title)}</title></head>`,
    '<body style="font-family:Arial,Helvetica,sans-serif;font-size:14px;line-height:1.5">',
    ...blocks.map(blockHtml),
    '</body></html>',
  ].join('\n')
}
