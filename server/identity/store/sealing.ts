import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto'

/** Keeps secrets in the database unreadable for whoever has a copy of it and not the key. */
export type Seal = {
  /** Whether a key is configured; without one, `close` only marks the text as plain. */
  locks: boolean
  close(text: string): string
  /** Throws SealError where the text was sealed with another key. */
  open(sealed: string): string
}

/** Its message says what to set. */
export class SealError extends Error {}

const PLAIN = 'plain:'
const LOCKED = 'aes-256-gcm:'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** `key` is LADING_KEY as configured; undefined or empty: nothing is encrypted. */
export function createSeal(key: string | undefined): Seal {
  // A slow derivation, once a start, in case somebody took a sentence for a key.
  const bytes = key ? scryptSync(key, 'lading sign-in secrets', 32) : undefined

  return {
    locks: bytes !== undefined,
    close(text) {
      if (!bytes) return PLAIN + text
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', bytes, nonce)
      const locked = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return LOCKED + Buffer.concat([nonce, cipher.getAuthTag(), locked]).toString('base64')
    },
    open(sealed) {
      if (sealed.startsWith(PLAIN)) return sealed.slice(PLAIN.length)
      if (!sealed.startsWith(LOCKED)) throw new SealError('A sign-in secret in the database is damaged.')
      if (!bytes)
        throw new SealError(
          'The sign-in secrets in the database are encrypted. Set LADING_KEY to the key that they were encrypted with.',
        )
      const data = Buffer.from(sealed.slice(LOCKED.length), 'base64')
      const decipher = createDecipheriv('aes-256-gcm', bytes, data.subarray(0, NONCE_BYTES))
      decipher.setAuthTag(data.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
      try {
        return (
          decipher.update(data.subarray(NONCE_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
        )
      } catch {
        throw new SealError(
          'The sign-in secrets in the database were encrypted with another key. Set LADING_KEY to that one.',
        )
      }
    },
  }
}
