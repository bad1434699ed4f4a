import { expect, test } from 'vitest'
import { borrowDatabase } from '#testing/database.ts'
import { startStallingProxy } from '#testing/stalling-proxy.ts'
import { openPrepared } from './prepared-database.ts'

test('a start connects again where no answer came in time', async () => {
  const borrowed = await borrowDatabase()
  const proxy = await startStallingProxy(borrowed.ownerUrl)
  const url = proxy.through(borrowed.ownerUrl)
  const said: string[] = []
  proxy.stall()
  try {
    const opened = await openPrepared(
      { ...{ ownerUrl: url, url, signInUrl: url, logins: {} }, pastPooler: undefined, poolSize: 2 },
      line => {
        said.push(line)
        proxy.resume()
      },
    )
    const { rows } = await opened.database.pool.query<{ one: number }>('select 1 as one')
    await opened.close()
    expect({ rows, said: said[0] }).toEqual({
      rows: [{ one: 1 }],
      said: 'The database takes its time to answer; connecting again.',
    })
  } finally {
    await proxy.close()
    await borrowed.release()
  }
})
