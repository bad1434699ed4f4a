import { pictureNamespaces } from '#server/word/file/namespaces.ts'
import { elementsBelow, isElement, type XmlElement } from '#server/word/file/tree.ts'
import { PLAIN_SHAPE, type PictureFrame } from './picture-frame.ts'

/** The shape of an older drawing (VML) that shows a picture and has a description, if there is one. */
export function pictureShape(drawing: XmlElement): XmlElement | undefined {
  return elementsBelow(drawing).find(
    element =>
      element.name.startsWith('v:') &&
      (element.attributes.has('alt') || element.attributes.has('title')) &&
      element.children.some(child => isElement(child, 'v:imagedata')),
  )
}

/** The place of a picture that an older drawing shows; its size and position stand in the shape's style. */
export function frameOfShape(shape: XmlElement, isStrict: boolean): PictureFrame | undefined {
  const style = new Map(
    (shape.attributes.get('style') ?? '').split(';').flatMap(rule => {
      const [name = '', value] = rule.split(':')
      return value === undefined ? [] : [[name.trim().toLowerCase(), value.trim()] as const]
    }),
  )
  const [width, height] = [unitsIn(style.get('width')), unitsIn(style.get('height'))]
  if (width === undefined || height === undefined || width <= 0 || height <= 0) return undefined
  const { wordDrawing } = pictureNamespaces(isStrict)
  const isAnchored = style.get('position') === 'absolute'
  const tag = isAnchored ? 'wp:anchor' : 'wp:inline'
  return {
    before: isAnchored ? anchorAt(style, wordDrawing) : `<${tag} xmlns:wp="${wordDrawing}">`,
    wrapping: isAnchored ? '<wp:wrapNone/>' : '',
    link: '',
    declarations: '',
    shape: PLAIN_SHAPE,
    after: `</${tag}>`,
    width,
    height,
    isStrict,
  }
}

const HORIZONTAL: Readonly<Record<string, string>> = { margin: 'margin', page: 'page', char: 'character' }
const VERTICAL: Readonly<Record<string, string>> = { margin: 'margin', page: 'page', line: 'line' }

function anchorAt(style: ReadonlyMap<string, string>, namespace: string): string {
  const across = HORIZONTAL[style.get('mso-position-horizontal-relative') ?? ''] ?? 'column'
  const down = VERTICAL[style.get('mso-position-vertical-relative') ?? ''] ?? 'paragraph'
  const behind = style.get('z-index')?.startsWith('-') === true ? 1 : 0
  const offset = (name: string) => unitsIn(style.get(name)) ?? 0
  return (
    `<wp:anchor xmlns:wp="${namespace}" distT="0" distB="0" distL="114300" distR="114300" simplePos="0" ` +
    `relativeHeight="251659264" behindDoc="${behind}" locked="0" layoutInCell="1" allowOverlap="1">` +
    '<wp:simplePos x="0" y="0"/>' +
    `<wp:positionH relativeFrom="${across}"><wp:posOffset>${offset('margin-left')}</wp:posOffset></wp:positionH>` +
    `<wp:positionV relativeFrom="${down}"><wp:posOffset>${offset('margin-top')}</wp:posOffset></wp:positionV>`
  )
}

const UNITS: Readonly<Record<string, number>> = {
  in: 914_400,
  cm: 360_000,
  mm: 36_000,
  pt: 12_700,
  pc: 152_400,
  px: 9_525,
  '': 9_525,
}

// Twenty-two inches, the largest page that Word knows.
const LARGEST = 20_116_800

/** A length of a style in English Metric Units. */
function unitsIn(length: string | undefined): number | undefined {
  const [, number, unit = ''] = /^(-?[\d.]+)\s*([a-z]*)$/i.exec(length ?? '') ?? []
  const size = Math.round(Number(number) * (UNITS[unit.toLowerCase()] ?? Number.NaN))
  return Number.isNaN(size) ? undefined : Math.max(-LARGEST, Math.min(LARGEST, size))
}
