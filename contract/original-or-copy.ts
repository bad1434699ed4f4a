import { z } from 'zod'

/** What a bill or a certificate is that a template makes, in the order in which a person chooses. */
export const originalsAndCopies = ['copy', 'draft', 'original'] as const
export const originalOrCopy = z.enum(originalsAndCopies)
export type OriginalOrCopy = z.infer<typeof originalOrCopy>

/** The field that a template prints it by: a template that names it makes originals, copies and drafts. */
export const ORIGINAL_OR_COPY = 'Paper.OriginalOrCopy'

/** Nobody can claim the cargo with it: an original is made only where somebody asks for one. */
export const USUAL_COPY: OriginalOrCopy = 'copy'

export const originalOrCopyLabels: Record<OriginalOrCopy, string> = {
  copy: 'Copy',
  draft: 'Draft',
  original: 'Original',
}

/** As papers print it. A copy of a bill says that it cannot be negotiated, as banks and carriers expect. */
export const originalOrCopyOnPapers: Record<OriginalOrCopy, string> = {
  copy: 'COPY – NON-NEGOTIABLE',
  draft: 'DRAFT',
  original: 'ORIGINAL',
}

/** What the name of such a document ends with, so that nobody sends the wrong one. */
export const originalOrCopyInNames: Record<OriginalOrCopy, string> = {
  copy: 'COPY',
  draft: 'DRAFT',
  original: 'ORIGINAL',
}
