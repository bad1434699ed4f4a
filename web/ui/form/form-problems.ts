import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { ApiProblem, messageOf } from '#web/lib/problem.ts'

type FieldOf<Values> = (path: string) => Path<Values & FieldValues> | null

/**
 * Puts each reason of a refusal beside its field and the focus into the first; the answer is the sentence
 * for the whole form, with the reasons that belong to no field.
 */
export function showProblem<Values extends FieldValues>(
  form: Pick<UseFormReturn<Values>, 'setError'>,
  error: unknown,
  fieldOf: FieldOf<Values>,
): string {
  if (!(error instanceof ApiProblem) || error.errors.length === 0) return messageOf(error)
  const elsewhere: string[] = []
  let isFirst = true
  for (const { path, message } of error.errors) {
    const field = fieldOf(path)
    if (field === null) elsewhere.push(path ? `${path}: ${message}` : message)
    else {
      form.setError(field, { type: 'server', message }, { shouldFocus: isFirst })
      isFirst = false
    }
  }
  return [`${error.title}.`, ...elsewhere].join(' ')
}
