/** The kinds of file in which a list can be taken out. */
export const sheetFormats = ['csv', 'xlsx'] as const
export type SheetFormat = (typeof sheetFormats)[number]
