import { withOwner } from '#server/db/owner.ts'

/** Turns every table's history trigger on or off. */
export async function keepHistory(ownerUrl: string, isKept: boolean): Promise<void> {
  await withOwner(ownerUrl, async owner => {
    const { rows } = await owner.query<{ name: string }>(
      "select tgrelid::regclass::text as name from pg_trigger where tgname = 'history' and not tgisinternal",
    )
    if (rows.length === 0) throw new Error('No table keeps history, so there is nothing to compare.')
    for (const { name } of rows)
      await owner.query(`alter table ${name} ${isKept ? 'enable' : 'disable'} trigger history`)
  })
}
