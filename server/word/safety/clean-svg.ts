import { SaxesParser, type SaxesAttributeNS, type SaxesTagNS } from 'saxes'
import { XML_LIMITS } from '#server/word/file/parse-xml.ts'
import { escapeAttribute, escapeText } from '#server/word/file/write-xml.ts'
import { cleanCss } from './clean-css.ts'
import { pictureKind, unpacked } from './picture-kind.ts'
import { SVG_ELEMENTS } from './svg-names.ts'

const SVG = 'http://www.w3.org/2000/svg'
const XLINK = 'http://www.w3.org/1999/xlink'
const SHOWS_PICTURES = new Set(['image', 'feImage'])
// A drawing in a drawing is read like the first; nobody nests them deeper.
const NESTING = 3

export type CleanedSvg = {
  xml: string
  /** What it would have fetched or run. */
  found: readonly string[]
}

/**
 * Writes a drawing anew with what is known to draw, without any address but those of its own parts and of pictures
 * that it holds itself. Undefined: it is no SVG, or cannot be read.
 */
export function cleanSvg(content: Buffer, nesting = 0): CleanedSvg | undefined {
  const text = decode(content)
  if (text === undefined || nesting > NESTING) return undefined
  const writer = new SvgWriter(nesting)
  const parser = new SaxesParser({ xmlns: true })
  parser.on('error', error => {
    throw error
  })
  parser.on('doctype', doctype => {
    // Entities could hold any markup.
    if (/\[|<!/.test(doctype)) throw new Error('a DOCTYPE with declarations')
  })
  parser.on('opentag', tag => writer.open(tag))
  parser.on('closetag', () => writer.close())
  parser.on('text', piece => writer.text(piece))
  parser.on('cdata', piece => writer.text(piece))
  parser.on('processinginstruction', ({ target }) => writer.skipped(`instruction ${target}`))
  try {
    parser.write(text).close()
  } catch {
    return undefined
  }
  return writer.isDrawing ? { xml: writer.xml, found: [...new Set(writer.found)] } : undefined
}

function decode(content: Buffer): string | undefined {
  const [first, second] = content
  const isLittle = (first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)
  const isBig = (first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c)
  const declared = /^[^<]{0,8}<\?xml[^>]{0,100}?encoding\s*=\s*["']([\w.-]+)["']/.exec(
    content.subarray(0, 200).toString('latin1'),
  )
  try {
    const encoding = isLittle ? 'utf-16le' : isBig ? 'utf-16be' : (declared?.[1] ?? 'utf-8')
    // Its own declaration no longer holds once it is text.
    return new TextDecoder(encoding, { fatal: true }).decode(content).replace(/^\s*<\?xml[^>]*\?>/, '')
  } catch {
    return undefined
  }
}

class SvgWriter {
  readonly found: string[] = []
  readonly #nesting: number
  readonly #open: string[] = []
  readonly #pieces: string[] = []
  #style: string | undefined
  #skipping = 0
  isDrawing = false

  constructor(nesting: number) {
    this.#nesting = nesting
  }

  get xml(): string {
    return this.#pieces.join('')
  }

  open({ local, uri, attributes }: SaxesTagNS): void {
    if (this.#open.length + this.#skipping > XML_LIMITS.depth) throw new Error('nested too deep')
    const isKnown = SVG_ELEMENTS.has(local) && (uri === SVG || uri === '')
    if (this.#skipping > 0 || !isKnown || this.#style !== undefined) {
      if (this.#skipping === 0 && (uri === SVG || uri === '')) this.skipped(local)
      this.#skipping += 1
      return
    }
    const isRoot = this.#open.length === 0
    if (isRoot && local !== 'svg') throw new Error('not a drawing')
    this.isDrawing = true
    this.#open.push(local)
    if (local === 'style') {
      this.#style = ''
      return
    }
    const kept = Object.values(attributes).map(attribute => this.#attribute(local, attribute))
    const spaces = isRoot ? ` xmlns="${SVG}" xmlns:xlink="${XLINK}"` : ''
    this.#pieces.push(`<${local}${spaces}${kept.join('')}>`)
  }

  close(): void {
    if (this.#skipping > 0) {
      this.#skipping -= 1
      return
    }
    const name = this.#open.pop()
    if (name === undefined) return
    if (this.#style !== undefined) this.#pieces.push(`<style>${escapeText(this.#cleanStyle(this.#style))}`)
    this.#style = undefined
    this.#pieces.push(`</${name}>`)
  }

  text(piece: string): void {
    if (this.#skipping > 0 || this.#open.length === 0) return
    if (this.#style === undefined) this.#pieces.push(escapeText(piece))
    else this.#style += piece
  }

  skipped(what: string): void {
    // What programs note of themselves draws nothing.
    if (!/^(metadata|instruction xpacket)$/.test(what)) this.found.push(what)
  }

  #cleanStyle(style: string): string {
    const cleaned = cleanCss(style)
    if (cleaned === undefined) this.found.push('style')
    else if (cleaned.found !== undefined) this.found.push(cleaned.found)
    return cleaned?.css ?? ''
  }

  #attribute(element: string, { prefix, local, uri, value }: SaxesAttributeNS): string {
    if (local === 'href' && (prefix === '' || uri === XLINK)) {
      const address = this.#address(element, value)
      return address === undefined
        ? ''
        : ` ${prefix === '' ? 'href' : 'xlink:href'}="${escapeAttribute(address)}"`
    }
    if (prefix === 'xml' && local === 'space') return ` xml:space="${escapeAttribute(value)}"`
    if (/^on/i.test(local)) {
      this.found.push(local)
      return ''
    }
    if (prefix !== '' || local === 'xmlns' || local === 'src') return ''
    const cleaned = cleanCss(value)
    if (cleaned === undefined || cleaned.found !== undefined) {
      this.found.push(cleaned?.found ?? local)
      if (cleaned === undefined) return ''
    }
    return ` ${local}="${escapeAttribute(cleaned.css)}"`
  }

  #address(element: string, value: string): string | undefined {
    const address = value.trim()
    if (/^#[^\s]*$/.test(address)) return address
    const held = SHOWS_PICTURES.has(element) ? this.#held(address) : undefined
    if (held === undefined && address !== '') this.found.push(address)
    return held
  }

  /** A picture that the drawing holds itself: dots, or a drawing that is cleaned in turn. */
  #held(address: string): string | undefined {
    const [, isCoded, data = ''] = /^data:[^,]*?(;base64)?,([\s\S]*)$/i.exec(address) ?? []
    if (data === '') return undefined
    const bytes = isCoded ? Buffer.from(data, 'base64') : fromPercent(data)
    const content = bytes && unpacked(bytes, XML_LIMITS.partBytes)
    if (content === undefined) return undefined
    if (pictureKind(content) === 'raster') return `data:image/png;base64,${content.toString('base64')}`
    const drawing = cleanSvg(content, this.#nesting + 1)
    if (drawing === undefined) return undefined
    this.found.push(...drawing.found)
    return `data:image/svg+xml;base64,${Buffer.from(drawing.xml).toString('base64')}`
  }
}

function fromPercent(data: string): Buffer | undefined {
  try {
    return Buffer.from(decodeURIComponent(data))
  } catch {
    return undefined
  }
}
