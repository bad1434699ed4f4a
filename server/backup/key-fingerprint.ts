import { scryptSync } from 'node:crypto'

/**
 * Tells two LADING_KEYs apart without telling either: as slow to guess from as what the key encrypts. Null: none is set.
 */
export const keyFingerprint = (key: string | undefined): string | null =>
  key ? scryptSync(key, 'lading backup', 16).toString('hex') : null
