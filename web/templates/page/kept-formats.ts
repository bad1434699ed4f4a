const FORMAT = /\|\s*([A-Za-z]+)(?:\s*:\s*("[^"]*"|'[^']*'))?/g
// Others need a currency or a unit beside the value, which another field may not have.
const OF_ANY_FIELD = /^(date|number|words|cardtext|ordinal|upper|lower|caps|firstcap|before|after|default)$/i

/** The formats of a placeholder that another field of the same kind takes over, as they are written: ` | upper`. */
export const keptFormats = (placeholder: string): string =>
  [...placeholder.matchAll(FORMAT)]
    .filter(([, name = '', argument]) => OF_ANY_FIELD.test(name) && (name !== 'words' || !argument))
    .map(([, name = '', argument]) => ` | ${name}${argument ? `:${argument}` : ''}`)
    .join('')

/** Whether a text is one placeholder of a value alone, whose format can be chosen. */
export const isOneValue = (placeholder: string): boolean => /^\{\{[^{}#/][^{}]*\}\}$/.test(placeholder)
