import { z } from 'zod'

/** How a stretch of text looks; what is not said is as the paragraph's style has it. */
export const pageRun = z.object({
  /** Line breaks and tabs as they are; U+FFFC stands for a picture, a field or a note. */
  text: z.string(),
  bold: z.boolean(),
  italic: z.boolean(),
  underline: z.boolean(),
  /** In points. */
  size: z.number().nullable(),
  /** Six hexadecimal digits. */
  color: z.string().nullable(),
})
export type PageRun = z.infer<typeof pageRun>

export const pageParagraph = z.object({
  kind: z.literal('paragraph'),
  /** Its place in the reading order of the file: by it a place on the page is told. */
  index: z.int(),
  align: z.enum(['left', 'center', 'right', 'justify']),
  isRightToLeft: z.boolean(),
  runs: z.array(pageRun),
})
export type PageParagraph = z.infer<typeof pageParagraph>

export type PageTable = {
  kind: 'table'
  /** The number by which `rows` of the page name it. */
  index: number
  /** Of the columns of its grid, in twentieths of a point. */
  widths: number[]
  hasBorders: boolean
  rows: { index: number; cells: PageCell[] }[]
}
export type PageCell = {
  /** How many columns it covers, and how many rows; 0 rows where the cell above covers it. */
  columns: number
  rows: number
  /** Six hexadecimal digits. */
  shade: string | null
  blocks: PageBlock[]
}
export type PageBlock = PageParagraph | PageTable

const pageCell: z.ZodType<PageCell> = z.object({
  columns: z.int(),
  rows: z.int(),
  shade: z.string().nullable(),
  get blocks(): z.ZodArray<z.ZodType<PageBlock>> {
    return z.array(pageBlock)
  },
})
export const pageTable = z.object({
  kind: z.literal('table'),
  index: z.int(),
  widths: z.array(z.number()),
  hasBorders: z.boolean(),
  rows: z.array(z.object({ index: z.int(), cells: z.array(pageCell) })),
})
export const pageBlock: z.ZodType<PageBlock> = z.union([pageParagraph, pageTable]).meta({ id: 'PageBlock' })
