// What fetches, starts or leads to something outside of the document.
const HARMFUL = [
  ...['DDE', 'DDEAUTO', 'INCLUDE', 'INCLUDETEXT', 'INCLUDEPICTURE', 'IMPORT', 'LINK', 'DATABASE', 'RD'],
  ...['EMBED', 'HYPERLINK'],
]
const SPACE = /[\s"“”„‟]/

const nameIn = (code: string) => code.replace(/^[\s"“”„‟]+/, '')
const mayBecomeHarmful = (start: string) => HARMFUL.some(name => name.startsWith(start.toUpperCase()))

/** Whether another field that begins here may complete the name that the code began to one that does harm. */
export const mayBeCompleted = (code: string): boolean =>
  !SPACE.test(nameIn(code)) && mayBecomeHarmful(nameIn(code))

/** Whether the value of a placeholder within its name may make the field one that does harm. */
export function isNamedByPlaceholder(code: string): boolean {
  const [word = ''] = nameIn(code).split(SPACE)
  const [start = '', ...rest] = word.split('{')
  return rest.length > 0 && mayBecomeHarmful(start)
}
