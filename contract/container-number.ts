/** Letters have 10 to 38 in ISO 6346, without the multiples of 11. */
const letterValue = (letter: string): number => {
  const place = letter.charCodeAt(0) - 'A'.charCodeAt(0)
  const FIRST = 10
  return FIRST + place + Math.floor((place + FIRST - 1) / FIRST)
}

const ELEVEN = 11
const TEN = 10

/** The check digit of a container's number; `owner` and `serial` are its first four letters and six digits. */
export function checkDigitOf(ownerAndSerial: string): number {
  const total = [...ownerAndSerial].reduce((sum, character, place) => {
    const value = /\d/.test(character) ? Number(character) : letterValue(character)
    return sum + value * 2 ** place
  }, 0)
  return (total % ELEVEN) % TEN
}

/** As it is written on the container's door: capitals and digits without blanks and hyphens. */
export const tidyContainerNumber = (text: string): string =>
  text.toUpperCase().replaceAll(/[\s\u00a0\u2010-\u2015./-]+/g, '')

/**
 * A number as it is kept: of the form of ISO 6346, with its check digit or without, as it is written on the door; any
 * other text as it was typed.
 */
export function keptContainerNumber(text: string): string {
  const tidy = tidyContainerNumber(text)
  return /^[A-Z]{3}[UJZ]\d{6,7}$/.test(tidy) ? tidy : text
}

/** Whether a text can be a container's number, mistyped or not: some letters, and four digits at least. */
export const mayBeContainerNumber = (text: string): boolean =>
  /^(?=(?:.*\d){4})(?=.{4,15}$)[A-Z0-9]+$/.test(tidyContainerNumber(text))

/** What is wrong with a container's number, and the number that it most likely is where there is one. */
export type NumberWarning = { text: string; cure?: string }

/** Null for a number that ISO 6346 allows, and for none at all. */
export function numberWarning(number: string | null): NumberWarning | null {
  if (number === null || number.trim() === '') return null
  const tidy = tidyContainerNumber(number)
  const [, owner = '', category = '', serial = '', check = ''] =
    /^([A-Z]{3})([A-Z])(\d{6})(\d?)$/.exec(tidy) ?? []
  if (serial === '') return { text: 'A container number has four letters and seven digits: MSKU 123456 5.' }
  if (!/[UJZ]/.test(category))
    return { text: `The fourth letter is U, J or Z: U for containers. This one has ${category}.` }
  const right = checkDigitOf(`${owner}${category}${serial}`)
  if (check === '')
    return {
      text: `The check digit is missing: it is ${right}.`,
      cure: `${tidy}${right}`,
    }
  // Any of its characters may be the wrong one, so another check digit is no cure.
  if (Number(check) !== right)
    return {
      text: `The check digit of ${tidy.slice(0, -1)} is ${right}, not ${check}. Compare the number with the papers.`,
    }
  return tidy === number
    ? null
    : { text: 'Papers and carriers write the number in capitals, without blanks.', cure: tidy }
}
