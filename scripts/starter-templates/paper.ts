import type { PaperSize } from '#contract/paper-sizes.ts'
import { foot, whenFilled, letterhead, runningHead, termsOverleaf } from './blocks.ts'
import { codePlaceholder, logoPlaceholder } from './placeholder-pictures.ts'
import { PAGE_WIDTH, WIDE_PAGE_WIDTH, WIDE_PAGE_WIDTHS } from './markup.ts'
import { wordFile } from './word-file.ts'

/** One of the templates that a new company begins with. */
export type Paper = {
  /** Of the documents made from it. */
  name: string
  description: string
  /** What such papers carry and the product holds nowhere: stands as an empty box to write into. */
  missing: readonly string[]
  /** Words, or the field by which the paper says what it is: then it is made only for jobs that have such a paper. */
  title: string
  /** Beside the title. */
  number: string
  /** The field without which the number is blank, where it may be. */
  numberNeeds?: string
  /** As heavy as the number, and on every page: what nobody may overlook. */
  mark?: string
  /** Small lines under the number. */
  further?: readonly string[]
  /** The field whose QR code stands beside the number. */
  code?: string
  isWide?: boolean
  /** The trading terms stand on a page of their own, the back of a bill, in place of the foot of every page. */
  hasTermsOverleaf?: boolean
  body: string
}

/** The mark of a paper that is an original, a copy or a draft. */
export const originalOrCopy = '{{Paper.OriginalOrCopy}}'

/** Leaves the plain name to a company's own file. */
export const fileNameOf = ({ name }: Paper): string => `${name} (starter).dotx`

/** The Word file of a paper. */
export function fileOf(paper: Paper, size: PaperSize = 'A4'): Buffer {
  const { title, number, numberNeeds, further = [], code, isWide = false, name } = paper
  const { mark, hasTermsOverleaf = false } = paper
  const body = paper.body + (hasTermsOverleaf ? termsOverleaf : '')
  const width = isWide ? WIDE_PAGE_WIDTHS[size] : PAGE_WIDTH
  return wordFile({
    title: name,
    size,
    isWide,
    body: isWide ? narrowed(body, WIDE_PAGE_WIDTHS[size] / WIDE_PAGE_WIDTH) : body,
    firstHeader: letterhead(title, number, {
      further,
      width,
      ...(code && { code }),
      ...(mark && { mark }),
    }),
    header: runningHead(
      `${title}${numberNeeds ? whenFilled(numberNeeds, '   ') : '   '}${number}${mark ? `   ${mark}` : ''}`,
      width,
    ),
    footer: foot(width, { hasTerms: !hasTermsOverleaf }),
    pictures: { logo: logoPlaceholder(), ...(code && { code: codePlaceholder() }) },
  })
}

/** Tables that were laid out for another width: each column keeps its share. */
const narrowed = (body: string, share: number): string =>
  body.replaceAll(
    /<w:(tblW|gridCol|tcW) w:w="(\d+)"/g,
    (_, name: string, width: string) => `<w:${name} w:w="${Math.round(Number(width) * share)}"`,
  )
