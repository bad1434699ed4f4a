import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'

/** Who calls: the person, or the one responsible for the program. */
export async function currentPerson(db: Db): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`select current_person() as id`.execute(db)
  return rows[0]?.id
}
