import type { Database, Session } from '#server/db/db.ts'
import { makeJob, saveJob } from '#server/jobs/commands.ts'
import type { JobListOptions } from '#server/jobs/list-page-records.ts'
import { readJobPage } from '#server/jobs/list-records.ts'
import { readSearch } from '#server/jobs/list-search.ts'
import { getJobById } from '#server/jobs/records.ts'
import type { BaselineScenario } from './baseline-server.ts'
import type { Load } from './load.ts'
import { record } from './recorder.ts'

export type Scenario = {
  name: string
  title: string
  method: Load['method']
  /** One for each job id where the call names a job; one in all where it does not. */
  request(jobId: string): { path: string; body?: string }
  baseline: BaselineScenario
  /** The most that p99 may be at 100,000 jobs, in milliseconds. */
  p99Target: number | null
  ratioTarget: number | null
}

const PAGE = { offset: 0, limit: 50 }

/** The measured calls, each with the statements that it sends, recorded from the product itself. */
export async function scenarios(
  database: Database,
  subject: string,
  sample: { jobId: string; commonTerm: string; rareTerm: string },
): Promise<Scenario[]> {
  const recorded = async (
    name: string,
    work: (session: Session) => Promise<unknown>,
    options: { readsOnly?: boolean } = {},
  ) => {
    // Once before, so that what the product remembers from call to call is remembered here too.
    await database.asUser(subject, work, options)
    const statements = await record(database, () => database.asUser(subject, work, options))
    const none: Pick<BaselineScenario, 'fresh' | 'target'> = {
      fresh: [],
      target: null,
    }
    return { name, statements, ...none }
  }
  const list = async (
    name: string,
    title: string,
    query: string,
    options: Partial<JobListOptions>,
    targets: Pick<Scenario, 'p99Target' | 'ratioTarget'>,
  ): Promise<Scenario> => ({
    name,
    title,
    method: 'GET',
    request: () => ({ path: `/api/shipment?limit=50${query}` }),
    baseline: await recorded(
      name,
      ({ db, accountId }) => readJobPage(db, accountId, { search: null, ...PAGE, ...options }, 'full'),
      { readsOnly: true },
    ),
    ...targets,
  })
  const search = (term: string) => ({ search: readSearch(term) })
  const fields = (jobId: string) => ({
    id: jobId,
    name: 'Cotton yarn for the benchmark',
    vesselName: 'Ocean Meridian',
    grossWeight: 12_450.5,
    quote: { commodity: 'Cotton yarn', transportMode: 2 as const },
  })

  const read = await recorded(
    'read',
    ({ db, accountId }) => getJobById(db, accountId, sample.jobId, { withStakeholders: true }),
    { readsOnly: true },
  )
  const save = await recorded('save', session => saveJob(session, fields(sample.jobId), undefined))
  const create = await recorded('create', session => makeJob(session, {}))
  return [
    await list('first-page', 'Job list, first page', '', {}, { p99Target: 50, ratioTarget: 0.75 }),
    await list(
      'by-consignee',
      "Job list by consignee's name",
      '&sort=consignee',
      { sort: 'consignee' },
      { p99Target: 300, ratioTarget: 0.75 },
    ),
    await list(
      'common-term',
      'Job list, search matching 30 %',
      `&search=${encodeURIComponent(sample.commonTerm)}`,
      search(sample.commonTerm),
      { p99Target: 300, ratioTarget: 0.75 },
    ),
    await list(
      'rare-term',
      'Job list, search matching one job',
      `&search=${encodeURIComponent(sample.rareTerm)}`,
      search(sample.rareTerm),
      { p99Target: 300, ratioTarget: 0.75 },
    ),
    {
      name: 'read',
      title: 'Job with stakeholders',
      method: 'GET',
      request: jobId => ({ path: `/api/shipment/${jobId}?stakeholder=true` }),
      baseline: { ...read, target: sample.jobId },
      p99Target: 50,
      ratioTarget: 0.75,
    },
    {
      name: 'save',
      title: 'Job save',
      method: 'PUT',
      request: jobId => ({ path: '/api/shipment', body: JSON.stringify(fields(jobId)) }),
      baseline: { ...save, target: sample.jobId },
      p99Target: null,
      ratioTarget: null,
    },
    {
      name: 'create',
      title: 'Create job',
      method: 'POST',
      request: () => ({ path: '/api/shipment', body: '' }),
      baseline: { ...create, fresh: freshIds(create) },
      p99Target: null,
      ratioTarget: null,
    },
  ]
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Ids that a recorded transaction made up: those of the statement that inserts the job, whose first value is the company. */
function freshIds({ statements }: { statements: BaselineScenario['statements'] }): string[] {
  const insert = statements.find(statement => statement.text.includes('insert into jobs'))
  const [company, ...values] = insert?.values ?? []
  const ids = values.filter((value): value is string => typeof value === 'string' && UUID.test(value))
  return [...new Set(ids)].filter(id => id !== company)
}
