export const UN_NUMBER_FAULT = 'A UN number has four digits: 1263.'

/** The number alone: people write “UN 1263”, too. */
export const plainUnNumber = (text: string): string =>
  text.replace(/^\s*(?:(?:UN|ID)\s*(?:No\.?|-)?\s*)?|\s+$/gi, '')

/** What is wrong with what was typed as a UN number; null for four digits and for nothing. */
export const unNumberFault = (text: string): string | null =>
  /^(\d{4})?$/.test(plainUnNumber(text)) ? null : UN_NUMBER_FAULT
