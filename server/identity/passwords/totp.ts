import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** RFC 6238 as authenticator apps have it: SHA-1, six digits, a new code each 30 seconds. */
const STEP_SECONDS = 30
const DIGITS = 6
// A telephone's clock may be half a minute off either way.
const STEPS_OFF = 1

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** RFC 4648 base32 without padding, as authenticator apps read secrets. */
export function base32(bytes: Uint8Array): string {
  let text = ''
  let bits = 0
  let held = 0
  for (const byte of bytes) {
    held = (held << 8) | byte
    for (bits += 8; bits >= 5; bits -= 5) text += ALPHABET[(held >>> (bits - 5)) & 31]
    held &= (1 << bits) - 1
  }
  return bits > 0 ? text + ALPHABET[(held << (5 - bits)) & 31] : text
}

function bytesOfBase32(text: string): Buffer {
  const bytes: number[] = []
  let bits = 0
  let held = 0
  for (const character of text) {
    held = (held << 5) | ALPHABET.indexOf(character)
    bits += 5
    if (bits >= 8) {
      bits -= 8
      bytes.push((held >>> bits) & 255)
      held &= (1 << bits) - 1
    }
  }
  return Buffer.from(bytes)
}

/** A fresh secret of 160 bits in base32. */
export const newTotpSecret = (): string => base32(randomBytes(20))

export const stepAt = (time: number): number => Math.floor(time / 1000 / STEP_SECONDS)

export function codeOfStep(secret: string, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const digest = createHmac('sha1', bytesOfBase32(secret)).update(counter).digest()
  const offset = (digest[digest.length - 1] ?? 0) & 15
  const number = digest.readUInt32BE(offset) & 0x7fffffff
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0')
}

/** The step that a typed code belongs to, near `time`; undefined: the code is wrong. */
export function stepOfCode(secret: string, typed: string, time = Date.now()): number | undefined {
  const digits = typed.replace(/\s/g, '')
  if (!/^\d{6}$/.test(digits)) return undefined
  const now = stepAt(time)
  let found: number | undefined
  for (let step = now - STEPS_OFF; step <= now + STEPS_OFF; step++)
    if (timingSafeEqual(Buffer.from(codeOfStep(secret, step)), Buffer.from(digits))) found = step
  return found
}

/** What the QR code holds; authenticator apps show `issuer` and `person` beside the code. */
export function totpAddress(secret: string, issuer: string, person: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(person)}`
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(issuer)}`
}
