import { png } from './png.ts'

/** A picture that stands for what a document must not get at: all in one colour that nothing else has. */
export const RED = png(40, 40, () => [255, 0, 0, 255])
export const GREEN = png(40, 40, () => [0, 255, 0, 255])

const OPEN =
  '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="100" height="100">'

/** A drawing that is blue above, and below what `address` leads to. */
export const svgShowing = (address: string) =>
  `${OPEN}<rect width="100" height="20" fill="#0000ff"/>` +
  `<image y="20" width="100" height="80" xlink:href="${address}" href="${address}"/></svg>`
