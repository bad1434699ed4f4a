import { expect, test } from 'vitest'
import { migrate } from '#server/db/migrate.ts'
import { everyRow, expectSameRows, writeCompany } from '#testing/company-rows.ts'
import { borrowDatabase } from '#testing/database.ts'
import { migrateUntil } from '#testing/earlier-schema.ts'
import { onConnection } from '#testing/own-server.ts'

test('the budgets come to a database without a change to what it holds', async () => {
  const borrowed = await borrowDatabase(url => migrateUntil(url, '0038_budgets.sql'))
  await onConnection(borrowed.ownerUrl, writeCompany)
  const before = await onConnection(borrowed.ownerUrl, everyRow)
  await migrate(borrowed.ownerUrl)
  await expectSameRows(borrowed.ownerUrl, before)
  const after = await onConnection(borrowed.ownerUrl, everyRow)
  for (const name of ['company_budgets', 'company_limits', 'network_budgets'])
    expect({ [name]: after[name] }).toEqual({ [name]: [] })
  await borrowed.release()
})
