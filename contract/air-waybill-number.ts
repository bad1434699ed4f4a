/** 176-1234 5675: the airline's prefix, a serial number of seven digits, and its check digit. */
const airWaybill = /^(\d{3})[- ]?(\d{4})[- ]?(\d{3})(\d)$/
/** 176-1234567 and its like: written as such a number, with another number of digits behind the prefix. */
const otherLength = /^\d{3}[- ](?=[\d -]{5,11}$)\d[\d -]*\d$/
const SERIAL_DIGITS = 7

/** What is wrong with the number of a master air waybill, with the number as it should be where that is known. */
export type AirWaybillFault = { message: string; corrected: string | null }

const checkDigitOf = (serial: string) => Number(serial) % 7

/**
 * What is odd about the number of a master air waybill; null where it is right, or is no such number at all. The check digit is the serial number modulo 7 (IATA Resolution 600a, Attachment B).
 */
export function airWaybillFault(text: string): AirWaybillFault | null {
  const number = text.trim()
  const [, prefix = '', first = '', rest = '', last = ''] = airWaybill.exec(number) ?? []
  if (prefix === '') return lengthFault(number)
  const digit = checkDigitOf(first + rest)
  return digit === Number(last)
    ? null
    : { message: `The check digit should be ${digit}.`, corrected: `${number.slice(0, -1)}${digit}` }
}

function lengthFault(number: string): AirWaybillFault | null {
  if (!otherLength.test(number)) return null
  const serial = number.slice(3).replaceAll(/\D/g, '')
  const digits = serial.length + 3
  return {
    message: `An air waybill number has 11 digits; this one has ${digits}.`,
    // One digit short, it may lack its check digit alone; of any other length nobody knows what is wrong.
    corrected: serial.length === SERIAL_DIGITS ? `${number}${checkDigitOf(serial)}` : null,
  }
}

const withoutPrefix = /^\d{4}[- ]?\d{4}$/

/**
 * What is odd about the prefix of a master air waybill that an airline of this prefix carries; null where nothing is, or
 * either is not known. `corrected` where the prefix is missing alone; of two that differ nobody knows which is wrong.
 */
export function airlinePrefixFault(
  text: string,
  airlinePrefix: string,
): { prefix: string | null; corrected: string | null } | null {
  const number = text.trim()
  if (withoutPrefix.test(number)) return { prefix: null, corrected: `${airlinePrefix}-${number}` }
  const [, prefix = airlinePrefix] = airWaybill.exec(number) ?? []
  return prefix === airlinePrefix ? null : { prefix, corrected: null }
}
