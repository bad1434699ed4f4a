/** 176-1234 5675: the airline's prefix, a serial number of seven digits, and its check digit. */
const airWaybill = /^(\d{3})[- ]?(\d{4})[- ]?(\d{3})(\d)$/

/**
 * What is odd about the number of a master air waybill, with the number as it should be; null where it is right, or is
 * no such number at all. The check digit is the serial number modulo 7 (IATA Resolution 600a, Attachment B).
 */
export function airWaybillFault(text: string): { digit: number; corrected: string } | null {
  const [, prefix = '', first = '', rest = '', last = ''] = airWaybill.exec(text.trim()) ?? []
  if (prefix === '') return null
  const digit = Number(first + rest) % 7
  return digit === Number(last) ? null : { digit, corrected: `${text.trim().slice(0, -1)}${digit}` }
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
