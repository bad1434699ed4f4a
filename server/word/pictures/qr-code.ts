import { encode } from 'uqr'

/** Rows of modules, true where dark, without a margin. */
export type QrMatrix = readonly (readonly boolean[])[]

/** A QR code that a crumpled paper may cost 15 % of (level M); undefined for no text, and for more than one holds. */
export function qrCode(text: string): QrMatrix | undefined {
  if (text === '') return undefined
  try {
    return encode(text, { ecc: 'M', boostEcc: false, border: 0 }).data
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}
