/** The first and the last byte, both included. */
export type ByteRange = { start: number; end: number }

const SINGLE = /^bytes=(\d*)-(\d*)$/

/**
 * What a Range header asks for of a file of `size` bytes (RFC 9110, 14.2): one range, `unsatisfiable` where it begins behind
 * the end, or undefined for the whole: without a header, with one that is none, and with several ranges, which a server
 * need not answer in parts.
 */
export function rangeAsked(
  header: string | undefined,
  size: number,
): ByteRange | 'unsatisfiable' | undefined {
  const [, first = '', last = ''] = SINGLE.exec(header ?? '') ?? []
  if (first === '' && last === '') return undefined
  if (first === '') {
    const length = Math.min(Number(last), size)
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 }
  }
  const start = Number(first)
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (last !== '' && Number(last) < start) return undefined
  return start >= size ? 'unsatisfiable' : { start, end }
}
