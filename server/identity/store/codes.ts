import type { Statements } from '#server/db/role-pool.ts'
import type { Pool } from './users.ts'

type AddressCode = { person: string; email: string; hash: Buffer }

/** A code that was sent to an address; it takes the place of the earlier one, and ends at the fifth wrong try. */
export async function startAddressCode(
  pool: Pool,
  { person, email, hash, minutes }: AddressCode & { minutes: number },
): Promise<void> {
  await pool.query('select start_address_code($1, $2, $3, $4)', [person, email, hash, minutes])
}

/** 'none': no code is good any more. */
export async function tryAddressCode(
  pool: Statements,
  { person, email, hash }: AddressCode,
): Promise<'right' | 'wrong' | 'none'> {
  const { rows } = await pool.query<{ outcome: 'right' | 'wrong' | 'none' }>(
    'select try_address_code($1, $2, $3) as outcome',
    [person, email, hash],
  )
  return rows[0]?.outcome ?? 'none'
}
