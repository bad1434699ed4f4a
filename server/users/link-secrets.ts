import { createHash, randomBytes } from 'node:crypto'

/** Of links only the hash is kept: whoever reads the database can use none. */
export const hashOfSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest()

export const newSecret = (): string => randomBytes(32).toString('base64url')

/** Where a link leads to, on which page people accept an invitation or found a company. */
export const joinAddress = (publicUrl: string, secret: string): string => `${publicUrl}/join/${secret}`
