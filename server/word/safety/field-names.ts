/** Fields by which a document fetches other files or starts programs. */
export const FETCHING = [
  ...['DDE', 'DDEAUTO', 'INCLUDE', 'INCLUDETEXT', 'INCLUDEPICTURE', 'IMPORT', 'LINK', 'DATABASE', 'RD'],
  'EMBED',
]
/** A link may lead to a file or a script. */
const HARMFUL = [...FETCHING, 'HYPERLINK']

const SPACE = /[\s"“”„‟]/

/** The code of a field from its name on. */
const fromName = (code: string) => code.replace(/^[\s"“”„‟]+/, '')

/** The word that names a field, as far as its code says it; what completes it stands in it as a placeholder. */
export const nameIn = (code: string): string => fromName(code).split(SPACE)[0] ?? ''

/** Whether the name may go on in what follows the code. */
export const isUnfinished = (code: string): boolean => !SPACE.test(fromName(code))

/** Whether another field that begins here may complete the name that the code began to one that does harm. */
export const mayBeCompleted = (code: string): boolean =>
  isUnfinished(code) && mayBecomeHarmful(fromName(code))

/** Whether the value of a placeholder within its name may make the field one that does harm. */
export function isNamedByPlaceholder(code: string): boolean {
  const [start = '', ...rest] = nameIn(code).split('{')
  return rest.length > 0 && mayBecomeHarmful(start)
}

const mayBecomeHarmful = (start: string) => HARMFUL.some(name => name.startsWith(start.toUpperCase()))
