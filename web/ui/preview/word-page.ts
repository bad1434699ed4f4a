import { type HElement, parseAsync, renderDocument } from 'docx-preview'
import { unpackedSize } from '#web/ui/upload/unpacked-size.ts'

const elements = new Set(
  'a article b br col colgroup div em figure footer header hr i img li ol p section small span strong style sub sup table tbody td tfoot th thead tr u ul wbr'.split(
    ' ',
  ),
)
const properties = new Set(['colSpan', 'rowSpan', 'id', 'textContent', 'alt', 'start', 'width', 'height'])

/**
 * Makes the elements of a page in a document that has no window: nothing in it loads or runs. Only what text,
 * tables and pictures need is let through, each picture carried in the page itself.
 */
function elementMaker(page: Document) {
  const make = (given: HElement | Node | string): Node => {
    if (typeof given === 'string') return page.createTextNode(given)
    if (given instanceof Node) return given
    const { tagName, className, style, children = [], ns: _ns, ...others } = given
    if (tagName === '#comment') return page.createDocumentFragment()
    const known = tagName !== '#fragment'
    const element = known ? page.createElement(elements.has(tagName.toLowerCase()) ? tagName : 'span') : null
    if (element) {
      if (className) element.className = className
      if (typeof style === 'string') element.setAttribute('style', style)
      else if (style) Object.assign(element.style, style)
      for (const [name, value] of Object.entries(others as Record<string, unknown>)) {
        if (properties.has(name)) Object.assign(element, { [name]: value })
        else if (name === 'innerHTML') element.textContent = characterOf(String(value))
      }
      if (element instanceof HTMLImageElement) guardSource(element)
    }
    const parent = element ?? page.createDocumentFragment()
    for (const child of children) parent.appendChild(make(child))
    return parent
  }
  return make
}

// How the bytes of pictures begin, in base 64: what a file says of its pictures' kinds is often missing.
const beginnings = { iVBORw0KGgo: 'png', '/9j/': 'jpeg', R0lGOD: 'gif', UklGR: 'webp', Qk: 'bmp' }

function pictureSource(source: unknown): string | null {
  const [, content] = typeof source === 'string' ? (/^data:[^,]*;base64,(.+)$/.exec(source) ?? []) : []
  const [, kind] = Object.entries(beginnings).find(([start]) => content?.startsWith(start)) ?? []
  return content && kind ? `data:image/${kind};base64,${content}` : null
}

// The renderer puts the picture there once it has been unpacked.
function guardSource(image: HTMLImageElement): void {
  const take = (source: unknown) => {
    const kept = pictureSource(source)
    if (kept) image.setAttribute('src', kept)
  }
  Object.defineProperty(image, 'src', { set: take, get: () => image.getAttribute('src') ?? '' })
}

/** A symbol is given as a character reference. */
function characterOf(markup: string): string {
  const [, code] = /^&#x([0-9a-f]{1,6});$/i.exec(markup) ?? []
  const point = code ? Number.parseInt(code, 16) : 0
  return point > 31 && point <= 0x10ffff ? String.fromCodePoint(point) : ''
}

const POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'"

const MARGIN = 16
const SCROLL_BAR = 16

// A page that is wider than its frame begins at the left edge: what is centred there could not be scrolled to.
const look = `
  html, .docx-wrapper { background: #e8eaed; }
  body { margin: 0; }
  .docx-wrapper { padding: ${MARGIN}px; display: flex; flex-direction: column; align-items: safe center; gap: 16px; }
  section.docx { background: #fff; color: #000; box-shadow: 0 1px 4px rgb(0 0 0 / 0.25); overflow: hidden; margin: 0; }
`

const PIXELS = { px: 1, pt: 96 / 72, in: 96, cm: 96 / 2.54, mm: 96 / 25.4 }
const A4_WIDTH = 210 * PIXELS.mm

/** What the widest page of the document needs with its margins, in CSS pixels: an upright and a lying page may both be there. */
function neededWidth(page: globalThis.Document): number {
  const widths = [...page.querySelectorAll<HTMLElement>('section.docx')].map(({ style }) => {
    const [, figure, unit] = /^([\d.]+)(px|pt|in|cm|mm)$/.exec(style.width || style.minWidth) ?? []
    return figure ? Number(figure) * PIXELS[unit as keyof typeof PIXELS] : A4_WIDTH
  })
  return Math.ceil(Math.max(...widths, 1)) + 2 * MARGIN + SCROLL_BAR
}

/** `width`: what its widest page needs, in CSS pixels. */
export type WordPage = { html: string; width: number }

const UNPACKED_LIMIT = 200 * 1024 * 1024

/** A Word file as one inert page of HTML, for a frame that may run nothing. Throws where it cannot be shown. */
export async function wordPage(file: Blob, name: string): Promise<WordPage> {
  // Unpacking happens in this tab, where a bomb would take the person's work with it.
  if ((await unpackedSize(file)) > UNPACKED_LIMIT) throw new Error('The file unpacks to more than 200 MB.')
  const page = document.implementation.createHTMLDocument(name)
  const options = {
    h: elementMaker(page),
    useBase64URL: true,
    renderAltChunks: false,
    ignoreFonts: true,
    renderComments: false,
    experimental: false,
  }
  const nodes = await renderDocument(await parseAsync(file, options), options)
  const style = page.createElement('style')
  style.textContent = look
  page.body.append(...nodes, style)
  const policy = page.createElement('meta')
  policy.httpEquiv = 'Content-Security-Policy'
  policy.content = POLICY
  page.head.prepend(policy)
  page.documentElement.lang = navigator.language
  return { html: `<!doctype html>${page.documentElement.outerHTML}`, width: neededWidth(page) }
}
