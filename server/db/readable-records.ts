import type { Statements } from './role-pool.ts'

/** Reads a row of a table, as every call of the API does; throws where the database cannot. */
export async function probeRead(pool: Statements): Promise<void> {
  await pool.query('select 1 from world_ports limit 1')
}
