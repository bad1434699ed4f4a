import { z } from 'zod'

/** What stands at the end of a link's address: /join/SECRET. */
export const linkSecret = z.string().regex(/^[\w-]{20,100}$/, 'This is not the secret of such a link.')
