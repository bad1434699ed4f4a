import { z } from 'zod'

/** The address of a PostgreSQL database. */
export const postgresUrl = z
  .string()
  .regex(
    /^postgres(ql)?:\/\//,
    'must be a PostgreSQL address such as postgresql://user:password@host:5432/lading',
  )
  .transform(withPlainSslMode)
  .optional()
  .meta({ isSecret: true })

/**
 * Says what the driver does: it takes `prefer`, `require` and `verify-ca` for `verify-full`, prints a warning of its
 * own at each start, and will take them for less in its next version.
 */
function withPlainSslMode(url: string): string {
  if (/[?&]uselibpqcompat=true\b/.test(url)) return url
  return url.replace(/([?&]sslmode=)(prefer|require|verify-ca)(?=&|$)/, '$1verify-full')
}
