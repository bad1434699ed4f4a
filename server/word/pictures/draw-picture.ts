import type { PictureValue } from '#server/word/language/known-fields.ts'
import { pictureNamespaces } from '#server/word/file/namespaces.ts'
import type { PictureFrame } from './picture-frame.ts'
import { escapeAttribute } from '#server/word/file/write-xml.ts'

/** English Metric Units in a dot of an office printer. */
export const UNITS_PER_DOT = 914_400 / 300

export interface DrawnPicture {
  picture: PictureValue
  /** The relationship by which the part holds the picture. */
  relationship: string
  description: string
  /** No two drawings of a document may share it. */
  number: number
  /** Codes are printed without the frame's borders and at whole dots. */
  isCode: boolean
}

/** A drawing's markup: the picture as large as its frame allows, its proportions kept. */
export function drawPicture(frame: PictureFrame, drawn: DrawnPicture): string {
  const { drawing, picture, relationships } = pictureNamespaces(frame.isStrict)
  const { width, height } = sizeIn(frame, drawn)
  const size = `cx="${width}" cy="${height}"`
  const description = escapeAttribute(drawn.description)
  const { open, turn, effects } = frame.shape
  return (
    `<w:drawing>${frame.before}<wp:extent ${size}/><wp:effectExtent l="0" t="0" r="0" b="0"/>${frame.wrapping}` +
    `<wp:docPr id="${drawn.number}" name="Picture ${drawn.number}" descr="${description}">${frame.link}</wp:docPr>` +
    `<wp:cNvGraphicFramePr/><a:graphic xmlns:a="${drawing}"${frame.declarations}>` +
    `<a:graphicData uri="${picture}"><pic:pic xmlns:pic="${picture}">` +
    `<pic:nvPicPr><pic:cNvPr id="${drawn.number}" name="Picture ${drawn.number}"/><pic:cNvPicPr/></pic:nvPicPr>` +
    `<pic:blipFill><a:blip xmlns:r="${relationships}" r:embed="${drawn.relationship}"/>` +
    `<a:stretch><a:fillRect/></a:stretch></pic:blipFill>` +
    `${open}<a:xfrm${turn}><a:off x="0" y="0"/><a:ext ${size}/></a:xfrm>${effects}</pic:spPr>` +
    `</pic:pic></a:graphicData></a:graphic>${frame.after}</w:drawing>`
  )
}

function sizeIn(frame: PictureFrame, { picture, isCode }: DrawnPicture): { width: number; height: number } {
  const largest = Math.min(frame.width / picture.width, frame.height / picture.height)
  const scale = isCode ? Math.min(largest, UNITS_PER_DOT) : largest
  const side = (pixels: number) => Math.max(1, Math.round(pixels * scale))
  return { width: side(picture.width), height: side(picture.height) }
}
