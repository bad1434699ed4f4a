import { isProblem, messageOf } from '#web/lib/problem.ts'

/** Why a call for a template failed, and where it is to be had again when somebody has deleted it. */
export const whyFailed = (error: unknown): string =>
  isProblem(error, 'not_found') && /document template/.test(error.message)
    ? `${messageOf(error)} If it was deleted, restore it on Document Templates with “Recently deleted”, then try again.`
    : messageOf(error)
