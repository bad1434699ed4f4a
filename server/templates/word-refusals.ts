import { AppError, busy } from '#server/errors.ts'
import { PdfError } from '#server/pdf/pdf-error.ts'
import { WordTemplateError, WordWorkError } from '#server/word/file/word-error.ts'
import { WHOLE_FILE } from '#server/word/file/zip-read.ts'

/** What the Word engine or LibreOffice refuses, as people read it; anything else stays what it is. */
export function asRefusal(error: unknown): unknown {
  if (error instanceof WordTemplateError) {
    const { message, place, problems } = error
    const errors = problems.length > 0 ? problems : [{ place, message }]
    const isPart = place !== '' && place !== WHOLE_FILE
    return new AppError('template_unusable', isPart ? `${message} Place: ${place}.` : message, {
      errors: errors.map(problem => ({ path: problem.place, message: problem.message })),
    })
  }
  if (error instanceof PdfError) {
    if (error.reason === 'busy') return busy(error.message)
    // Whether a run that hung did so by its document or by the machine, nobody knows: the next try may end well.
    return new AppError(error.reason === 'failed' ? 'template_unusable' : 'unavailable', error.message)
  }
  if (!(error instanceof WordWorkError)) return error
  if (error.reason === 'time' || error.reason === 'memory')
    return new AppError('template_unusable', error.message)
  if (error.reason === 'busy') return busy(error.message)
  if (error.reason === 'closed') return new AppError('unavailable', error.message)
  return error
}
