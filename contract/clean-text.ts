// What a text brings along that is copied from Word, a PDF or a page, and that no field keeps: it would break a Word file,
// an XML, a CSV or the head of an e-mail. It is taken out instead of refused: a person cannot see it, let alone find it.
const CONTROLS = /[\u0000-\u0008\u000e-\u001f\u007f-\u009f\ufffe\uffff]/g
/** A line break within a paragraph of Word, a page's end in a PDF, and further ends of lines. */
const OTHER_BREAKS = /[\u000b\u000c\u0085\u2028\u2029]/g
/** These turn the letters of any script around, which no text needs: U+202E before "bcd" prints "dcb". */
const OVERRIDES = /[\u202d\u202e]/g
/** They make a line read as another one, "exe.fdp" as "pdf.exe", and change what stands after it. */
const TURNS_DIRECTION = /[\u202a-\u202e\u2066-\u2069]/g
const BREAKS_LINE = /\s*[\t-\r\u0085\u2028\u2029]\s*/gu

/** A text of several lines without what cannot be seen; tabs and line breaks stay. */
export const cleanText = (text: string): string =>
  text.replaceAll(OTHER_BREAKS, '\n').replaceAll(CONTROLS, '').replaceAll(OVERRIDES, '')

/**
 * The same on one line: a line break or a tab is a space. Marks of direction that Arabic and Hebrew names need stay
 * (U+200E, U+200F); what turns the direction of others does not.
 */
export const cleanLine = (text: string): string =>
  withoutTurns(text.replaceAll(BREAKS_LINE, ' ').replaceAll(CONTROLS, ''))

/** A line of an e-mail's head. Its line breaks stay, so that they can be refused: they would begin another line of it. */
export const cleanHead = (text: string): string => withoutTurns(cleanText(text))

/** A line whose letters read in the order in which they were written. */
export const withoutTurns = (text: string): string => text.replaceAll(TURNS_DIRECTION, '')
