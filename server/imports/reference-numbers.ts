import { z } from 'zod'
import { cleanLine } from '#contract/clean-text.ts'
import { builtInKindCodes } from '#contract/reference-kinds.ts'
import { referenceFields } from '#contract/references.ts'
import type { Value } from './values.ts'

/** Several numbers of a kind stand in one cell, separated by commas, semicolons or line breaks; each once. */
export const referenceNumbers = (value: Value): string[] => [
  ...new Set(
    String(value ?? '')
      .split(/[,;\r\n]+/)
      .map(number => cleanLine(number).trim())
      .filter(number => number !== ''),
  ),
]

const cell = z
  .string()
  .overwrite(text => referenceNumbers(text).join(', '))
  .superRefine((text, context) => {
    for (const number of referenceNumbers(text)) {
      const { error } = referenceFields.number.schema.safeParse(number)
      if (error) context.addIssue({ code: 'custom', message: error.issues[0]?.message })
    }
  })

/** What a cell of each kind's column takes. */
export const referenceCells: Readonly<Record<string, { schema: z.ZodType }>> = Object.fromEntries(
  builtInKindCodes.map(kind => [kind, { schema: cell }]),
)
