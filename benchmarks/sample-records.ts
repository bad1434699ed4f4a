import type { Database } from '#server/db/db.ts'

type Opened = { database: Database }

const SAMPLE = 500

async function inAccount<Result>(
  { database }: Opened,
  subject: string,
  work: Parameters<Database['asUser']>[1],
): Promise<Result> {
  const result = await database.asUser(subject, work)
  if (result === null) throw new Error('The benchmark’s account could not be opened.')
  return result as Result
}

/** Ids of jobs spread over the whole account. */
export function jobIds(opened: Opened, subject: string): Promise<string[]> {
  return inAccount(opened, subject, async ({ db, accountId }) => {
    const rows = await db
      .selectFrom('jobs')
      .select('id')
      .where('account_id', '=', accountId)
      .orderBy('id')
      .limit(SAMPLE)
      .execute()
    return rows.map(row => row.id)
  })
}

/** A term that about 30 % of the jobs hold, and one that a single job holds. */
export function jobMatching(
  opened: Opened,
  subject: string,
): Promise<{ commonTerm: string; rareTerm: string }> {
  return inAccount(opened, subject, async ({ db, accountId }) => {
    const terms = [
      'ltd',
      'and',
      'line',
      'star',
      'cotton',
      'express',
      'textiles',
      'shipping',
      'trad',
      'karachi',
      'qasim',
    ]
    const { jobs } = await db
      .selectFrom('job_index')
      .select(eb => eb.fn.countAll<number>().as('jobs'))
      .where('account_id', '=', accountId)
      .executeTakeFirstOrThrow()
    const shares: { term: string; distance: number }[] = []
    for (const term of terms) {
      const { found } = await db
        .selectFrom('job_index')
        .select(eb => eb.fn.countAll<number>().as('found'))
        .where('account_id', '=', accountId)
        .where('search_text', 'like', `%${term}%`)
        .executeTakeFirstOrThrow()
      shares.push({ term, distance: Math.abs(found / jobs - 0.3) })
    }
    const [common] = shares.sort((one, other) => one.distance - other.distance)
    const { house_bl } = await db
      .selectFrom('jobs')
      .select('house_bl')
      .where('account_id', '=', accountId)
      .where('house_bl', 'is not', null)
      .orderBy('id')
      .limit(1)
      .executeTakeFirstOrThrow()
    return { commonTerm: common?.term ?? '', rareTerm: house_bl ?? '' }
  })
}
