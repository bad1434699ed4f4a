/** Signs of the units that a template may be given by their English names; SI's own, and ft³ after them. */
const SIGNS: ReadonlyMap<string, string> = new Map([
  ['kg', 'kg'],
  ['ton', 't'],
  ['cubic meter', 'm³'],
  ['cubic feet', 'ft³'],
])

const NO_BREAK = '\u00a0'

/** The unit as papers print it, in one piece: “m³” for “Cubic Meter”; one without a sign by its name. */
export const unitSign = (name: string): string => unbroken(SIGNS.get(name.trim().toLowerCase()) ?? name)

/** Text that no line breaks, such as a figure with its unit. */
export const unbroken = (text: string): string => text.replaceAll(' ', NO_BREAK)

const LONGEST_UNIT = 16

/** What stands beside a figure, such as “ USD per kg”, goes with it to the next line; a sentence does not. */
export const nextToFigure = (text: string): string => (text.length > LONGEST_UNIT ? text : unbroken(text))
