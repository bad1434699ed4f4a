/** The place of a picture in a text: a drawing's markup with what depends on the picture left out. */
export interface PictureFrame {
  /** Up to where the drawing's size comes. */
  before: string
  /** How text flows around it. */
  wrapping: string
  /** A link to follow when it is clicked. */
  link: string
  /** Namespaces that the effects use. */
  declarations: string
  /** The shape's opening tag, its turn and mirroring, and its borders and effects. */
  shape: { open: string; turn: string; effects: string }
  after: string
  /** The box that the picture is fitted into, in English Metric Units (914,400 an inch). */
  width: number
  height: number
  isStrict: boolean
}

export const PLAIN_SHAPE: PictureFrame['shape'] = {
  open: '<pic:spPr>',
  turn: '',
  effects: '<a:prstGeom prst="rect"><a:avLst/></a:prstGeom>',
}
