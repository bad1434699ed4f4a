import { nameWith } from '#contract/file-names.ts'
import { type OriginalOrCopy, originalOrCopyInNames, USUAL_COPY } from '#contract/original-or-copy.ts'
import { AppError } from '#server/errors.ts'
import type { TemplateSource } from '#server/templates/fields/catalogue.ts'
import { printsOriginalOrCopy } from '#server/templates/fields/paper-fields.ts'
import type { TemplateReport } from '#server/word/report.ts'

/** What a template of this report makes; null where it does not say. Refused where somebody asks for what it cannot say. */
export function originalOrCopyOf(
  { fields }: Pick<TemplateReport, 'fields'>,
  asked: OriginalOrCopy | undefined,
): OriginalOrCopy | null {
  if (printsOriginalOrCopy(fields)) return asked ?? USUAL_COPY
  if (asked === undefined) return null
  throw new AppError(
    'bad_request',
    'This template does not print whether it is an original, a copy or a draft. Put {{Paper.OriginalOrCopy}} into it, or leave originalOrCopy out.',
  )
}

/** An original bill of a job that states none would be a second title to the cargo. */
export function refuseOriginalOfNone(
  { fields }: Pick<TemplateReport, 'fields'>,
  { jobId, originals }: Pick<TemplateSource['job'], 'jobId' | 'originals'>,
  originalOrCopy: OriginalOrCopy | null,
): void {
  const printsTheirNumber = fields.some(({ name }) => name === 'Shipment.NumberOfOriginals')
  if (originalOrCopy !== 'original' || originals !== 0 || !printsTheirNumber) return
  throw new AppError(
    'bad_request',
    `Job ${jobId} states 0 originals: its cargo is delivered without one. Make a copy, or change Number of Originals first.`,
  )
}

/** “House Bill of Lading COPY.pdf”. */
export const nameOfOriginalOrCopy = (name: string, one: OriginalOrCopy | null): string =>
  one ? nameWith(name, originalOrCopyInNames[one]) : name
