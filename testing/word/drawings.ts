import { escapeAttribute } from '#server/word/file/write-xml.ts'
import { run, type TextStyle } from './markup.ts'

const EMU_PER_MM = 36_000

/** A picture in the line of text. `relationship` names the picture among the part's links. */
export function picture(
  relationship: string,
  widthMm: number,
  heightMm: number,
  description: string,
): string {
  const [cx, cy] = [widthMm * EMU_PER_MM, heightMm * EMU_PER_MM]
  const text = escapeAttribute(description)
  return (
    `<w:r><w:drawing><wp:inline distT="0" distB="0" distL="0" distR="0"><wp:extent cx="${cx}" cy="${cy}"/>` +
    `<wp:docPr id="11" name="Picture 11" descr="${text}"/>` +
    '<a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic>' +
    `<pic:nvPicPr><pic:cNvPr id="11" name="${text}"/><pic:cNvPicPr/></pic:nvPicPr>` +
    `<pic:blipFill><a:blip r:embed="${relationship}"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill>` +
    `<pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="${cx}" cy="${cy}"/></a:xfrm>` +
    '<a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr></pic:pic></a:graphicData></a:graphic>' +
    '</wp:inline></w:drawing></w:r>'
  )
}

export interface BoxPlace {
  /** From the left edge of the text area and from the paragraph's top. */
  leftMm: number
  topMm: number
  widthMm: number
  heightMm: number
  colour: string
}

/** A text box as Word saves it: the newer drawing, and beside it a copy for older programs. */
export function textBox(content: string, place: BoxPlace): string {
  const [x, y, cx, cy] = [place.leftMm, place.topMm, place.widthMm, place.heightMm].map(mm => mm * EMU_PER_MM)
  const points = (mm: number) => `${((mm / 25.4) * 72).toFixed(1)}pt`
  const drawing =
    '<w:drawing><wp:anchor distT="0" distB="0" distL="114300" distR="114300" simplePos="0" relativeHeight="251659264" ' +
    'behindDoc="0" locked="0" layoutInCell="1" allowOverlap="1"><wp:simplePos x="0" y="0"/>' +
    `<wp:positionH relativeFrom="margin"><wp:posOffset>${x}</wp:posOffset></wp:positionH>` +
    `<wp:positionV relativeFrom="paragraph"><wp:posOffset>${y}</wp:posOffset></wp:positionV>` +
    `<wp:extent cx="${cx}" cy="${cy}"/><wp:effectExtent l="0" t="0" r="0" b="0"/><wp:wrapNone/>` +
    '<wp:docPr id="12" name="Text Box 12"/><wp:cNvGraphicFramePr/><a:graphic>' +
    '<a:graphicData uri="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"><wps:wsp>' +
    `<wps:cNvSpPr txBox="1"/><wps:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="${cx}" cy="${cy}"/></a:xfrm>` +
    '<a:prstGeom prst="rect"><a:avLst/></a:prstGeom><a:solidFill><a:srgbClr val="FFFFFF"/></a:solidFill>' +
    `<a:ln w="15875"><a:solidFill><a:srgbClr val="${place.colour}"/></a:solidFill></a:ln></wps:spPr>` +
    `<wps:txbx><w:txbxContent>${content}</w:txbxContent></wps:txbx>` +
    '<wps:bodyPr lIns="72000" tIns="54000" rIns="72000" bIns="54000" anchor="ctr"/></wps:wsp></a:graphicData>' +
    '</a:graphic></wp:anchor></w:drawing>'
  const style =
    `position:absolute;margin-left:${points(place.leftMm)};margin-top:${points(place.topMm)};` +
    `width:${points(place.widthMm)};height:${points(place.heightMm)};z-index:251659264`
  const copy =
    `<w:pict><v:shape id="TextBox12" type="#_x0000_t202" style="${style}" strokecolor="#${place.colour}">` +
    `<v:textbox><w:txbxContent>${content}</w:txbxContent></v:textbox></v:shape></w:pict>`
  return (
    '<w:r><mc:AlternateContent><mc:Choice Requires="wps">' +
    `${drawing}</mc:Choice><mc:Fallback>${copy}</mc:Fallback></mc:AlternateContent></w:r>`
  )
}

/** Several runs, each in its own style, as one line. */
export function line(...pieces: readonly (readonly [string, TextStyle?])[]): string {
  return pieces.map(([content, style]) => run(content, style)).join('')
}
