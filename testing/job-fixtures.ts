import type { Job } from '#contract/jobs.ts'
import type { Organisation } from '#contract/organisations.ts'
import { partiesInput } from '#contract/job-parties.ts'
import type { PartyRole } from '#contract/parties.ts'
import type { Port } from '#contract/ports.ts'
import { buildOrganisation, type Caller } from './factories.ts'
import type { Rows } from './rows.ts'

export type Companies = Record<string, Organisation & { partyId: string }>
export type Ports = Record<string, string>

export async function buildCompanies(company: Caller, names: readonly string[]): Promise<Companies> {
  const entries = []
  for (const name of names) entries.push([name, await buildOrganisation(company, { name })] as const)
  return Object.fromEntries(entries)
}

/** Ports of the company's own, their ids by name. */
export async function buildPorts(company: Caller, names: readonly string[]): Promise<Ports> {
  const entries = []
  for (const name of names)
    entries.push([name, (await company.call<Port>('POST', '/api/port', { name })).body.id] as const)
  return Object.fromEntries(entries)
}

/** A job with all its fields and parties in one save. */
export async function buildFullJob(
  company: Caller,
  fields: Record<string, unknown>,
  parties: Partial<Record<PartyRole, { partyId: string } | undefined>> = {},
): Promise<Job> {
  const { body: job } = await company.call<Job>('POST', '/api/shipment')
  const links = Object.entries(parties).flatMap(([role, party]) =>
    party ? [[role as PartyRole, party.partyId] as const] : [],
  )
  const body = { id: job.id, ...fields, ...partiesInput(links) }
  const saved = await company.call<Job>('PUT', '/api/shipment', body)
  if (saved.status !== 200) throw new Error(`The job was refused: ${JSON.stringify(saved.body)}`)
  return saved.body
}

/**
 * Many jobs at once, past the API: "Bulk cargo 1" … as the account's next numbers. One in seven hundred is
 * named "Rare cargo".
 */
export async function insertJobs(rows: Rows, accountId: string, count: number): Promise<void> {
  await rows.select(
    `with numbered as materialized (
       select n, last_job_number + n as number, gen_random_uuid() as id, gen_random_uuid() as finance_id
       from accounts, generate_series(1, $2::integer) as n where id = $1
     ), financed as (
       insert into finances (account_id, id) select $1, finance_id from numbered
     ), counted as (
       update accounts set job_count = job_count + $2::integer, last_job_number = last_job_number + $2::integer
       where id = $1
     )
     insert into jobs (account_id, id, job_number, name, status, finance_id)
     select $1, id, number, case when n % 700 = 0 then 'Rare' else 'Bulk' end || ' cargo ' || n, 1, finance_id
     from numbered`,
    [accountId, count],
  )
}
