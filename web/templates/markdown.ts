export type Block =
  | { kind: 'heading'; level: 2 | 3; text: string }
  | { kind: 'paragraph'; text: string }
  | { kind: 'list'; isOrdered: boolean; items: string[] }
  | { kind: 'table'; head: string[]; rows: string[][] }
  | { kind: 'code'; text: string }
  | { kind: 'picture'; path: string; text: string }

export type Span = { kind: 'plain' | 'code' | 'strong'; text: string }

const ITEM = /^(?:[-*]|\d+\.) +/
const PICTURE = /^!\[([^\]]*)\]\(([^)]+)\)$/
const cells = (line: string) =>
  line
    .replace(/^\||\|$/g, '')
    .split(/(?<!\\)\|/)
    .map(cell => cell.trim().replaceAll('\\|', '|'))

/** The blocks of a page in the small part of Markdown that our guides are written in. */
export function blocksOf(text: string): Block[] {
  return splitBlocks(text).map(block => {
    const lines = block.split('\n')
    const [first = ''] = lines
    const heading = /^(##|###) (.*)$/.exec(first)
    if (heading) return { kind: 'heading', level: heading[1] === '##' ? 2 : 3, text: heading[2] ?? '' }
    const picture = PICTURE.exec(first)
    if (picture) return { kind: 'picture', text: picture[1] ?? '', path: picture[2] ?? '' }
    if (first.startsWith('```')) return { kind: 'code', text: lines.slice(1, -1).join('\n') }
    if (first.startsWith('|')) {
      const [head, , ...rows] = lines
      return { kind: 'table', head: cells(head ?? ''), rows: rows.map(cells) }
    }
    if (ITEM.test(first)) return { kind: 'list', isOrdered: /^\d/.test(first), items: itemsOf(lines) }
    return { kind: 'paragraph', text: lines.join(' ') }
  })
}

/** Separated by blank lines, but for those inside code. */
function splitBlocks(text: string): string[] {
  const blocks: string[] = []
  for (const piece of text.trim().split(/\n{2,}/)) {
    const last = blocks.at(-1)
    const isOpen = last?.startsWith('```') && !last.endsWith('\n```')
    if (isOpen) blocks[blocks.length - 1] = `${last}\n\n${piece}`
    else blocks.push(piece)
  }
  return blocks
}

function itemsOf(lines: readonly string[]): string[] {
  const items: string[] = []
  for (const line of lines) {
    if (ITEM.test(line)) items.push(line.replace(ITEM, ''))
    else items[items.length - 1] += ` ${line.trim()}`
  }
  return items
}

export function spansOf(text: string): Span[] {
  return text
    .split(/(`[^`]+`|\*\*[^*]+\*\*)/)
    .filter(piece => piece !== '')
    .map(piece => {
      if (piece.startsWith('`')) return { kind: 'code', text: piece.slice(1, -1) }
      if (piece.startsWith('**')) return { kind: 'strong', text: piece.slice(2, -2) }
      return { kind: 'plain', text: piece }
    })
}
