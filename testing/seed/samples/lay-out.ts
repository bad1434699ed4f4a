import type { z } from 'zod'
import { companyInput } from '#contract/company.ts'
import { createContainer } from '#contract/containers.ts'
import { financeInput } from '#contract/finance.ts'
import { createItem } from '#contract/items.ts'
import { partiesInput } from '#contract/job-parties.ts'
import { newJob, type NewJob } from '#contract/jobs.ts'
import { organisationInput, type Organisation } from '#contract/organisations.ts'
import { partyRoles } from '#contract/parties.ts'
import { createReference } from '#contract/references.ts'
import { changeCompany } from '#server/company/commands.ts'
import { loadCompany } from '#server/company/load-company.ts'
import { manyContainers } from '#server/containers/commands.ts'
import type { Session } from '#server/db/db.ts'
import { saveFinance } from '#server/finance/commands.ts'
import { changeContainersOfItem } from '#server/items/container-commands.ts'
import { addItems } from '#server/items/commands.ts'
import { loadJob, makeJob } from '#server/jobs/commands.ts'
import { getJobById } from '#server/jobs/records.ts'
import { addNote } from '#server/notes/commands.ts'
import { addOrganisation } from '#server/organisations/commands.ts'
import { getOrganisation } from '#server/organisations/records.ts'
import { getPort, insertPort } from '#server/ports/records.ts'
import { references } from '#server/references/commands.ts'
import type { AsUser } from '#server/route.ts'
import { portsByCode } from '#testing/seed/records.ts'
import { sampleCompanies } from './companies.ts'
import { companyDetails } from './company.ts'
import { type Sample, sampleId } from './sample.ts'
import { samples } from './samples.ts'

/** Places of the road, which the world's list of ports and airports does not have. */
const inlandPlaces: Readonly<Record<string, { name: string; countryId: string }>> = {
  GBCVT: { name: 'Coventry', countryId: 'GB' },
  NLHVH: { name: 'Hoek van Holland', countryId: 'NL' },
  DEAGB: { name: 'Augsburg', countryId: 'DE' },
}

export const sampleJobId = (sample: Pick<Sample, 'key'>): string => sampleId('job', sample.key)

/** The numbers of the sample jobs that the company has, in the samples' order. */
export async function sampleJobNumbers({ db, accountId }: Session): Promise<number[]> {
  const ids = samples.map(sampleJobId)
  const rows = await db
    .selectFrom('jobs')
    .select(['id', 'job_number'])
    .where('account_id', '=', accountId)
    .where('id', 'in', ids)
    .execute()
  const numbers = new Map(rows.map(row => [row.id, Number(row.job_number)]))
  return ids.flatMap(id => numbers.get(id) ?? [])
}

/**
 * Adds the sample jobs by the calls that people's requests go through; how many were not there yet. What an earlier run
 * left unfinished is completed, what there is stays as people have made it. The company's own details are filled in
 * where it has no address yet.
 */
export async function addSamples(asUser: AsUser): Promise<number> {
  if ((await asUser(sampleJobNumbers)).length === samples.length) return 0
  const names = await asUser(async session => {
    const company = await loadCompany(session)
    if (company.street === null && company.city === null)
      await changeCompany(session, companyInput.parse(companyDetails), undefined)
    return { parties: await addCompanies(session), ports: await addPorts(session) }
  })
  let added = 0
  for (const sample of samples) {
    // To make a job ends its transaction: others that make one wait for it.
    const { created } = await asUser(async session =>
      (await hasJob(session, sample)) ? { created: false } : makeJob(session, jobOf(sample, names)),
    )
    if (created) added += 1
    await asUser(async session => {
      if (await lacksDetails(session, sample)) await addDetails(session, sample)
    })
  }
  return added
}

async function hasJob({ db, accountId }: Session, sample: Sample): Promise<boolean> {
  return (await getJobById(db, accountId, sampleJobId(sample), { withStakeholders: false })) !== null
}

/** A sample without any reference is one that was made by a run that ended early. */
const lacksDetails = async (session: Session, sample: Sample) =>
  (await references.list(session, sampleJobId(sample))).length === 0

/** The parties of the companies that the samples name, by their keys. */
async function addCompanies(session: Session): Promise<Map<string, string>> {
  const added = new Map<string, string>()
  for (const key of Object.keys(sampleCompanies)) {
    const id = sampleId('organisation', key)
    const stored =
      (await getOrganisation(session.db, session.accountId, id)) ?? (await made(session, id, key))
    const [party] = stored.parties
    if (!party) throw new Error(`${stored.name} has no party.`)
    added.set(key, party.id)
  }
  return added
}

async function made(session: Session, id: string, key: string): Promise<Organisation> {
  const { address, ...organisation } = sampleCompanies[key] ?? {}
  const input = { ...organisation, id, organisationContacts: [{ contact: address }] }
  return (await addOrganisation(session, organisationInput.parse(input))).stored
}

/** The ports that the samples name, by their codes; a job that names one of the world's makes it the company's own. */
async function addPorts({ db, accountId }: Session): Promise<Map<string, string>> {
  const codes = [...new Set(samples.flatMap(({ ports }) => Object.values(ports)))]
  const ports = new Map((await portsByCode(db, codes)).map(({ code, id }) => [code, id]))
  for (const code of codes.filter(one => !ports.has(one))) {
    const place = inlandPlaces[code]
    if (!place) throw new Error(`There is no port ${code}.`)
    const id = sampleId('port', code)
    if (!(await getPort(db, accountId, id)))
      await insertPort(db, accountId, { id, code, description: null, ...place })
    ports.set(code, id)
  }
  return ports
}

type Known = { parties: ReadonlyMap<string, string>; ports: ReadonlyMap<string, string> }

function known(map: ReadonlyMap<string, string>, key: string): string {
  const id = map.get(key)
  if (id === undefined) throw new Error(`The samples name ${key}, which there is not.`)
  return id
}

function jobOf(sample: Sample, { parties, ports }: Known): NewJob {
  const roles = partyRoles.flatMap(role => {
    const key = sample.parties[role]
    return key === undefined ? [] : [[role, known(parties, key)] as const]
  })
  const portIds = Object.entries(sample.ports).map(([field, code]) => [field, known(ports, code)] as const)
  return newJob.parse({
    ...sample.job,
    id: sampleJobId(sample),
    quote: { ...sample.quote, ...Object.fromEntries(portIds) },
    masterShipmentId: sample.master === undefined ? null : sampleJobId({ key: sample.master }),
    ...partiesInput(roles),
  })
}

async function addDetails(session: Session, sample: Sample): Promise<void> {
  const jobId = sampleJobId(sample)
  const containers = sample.containers.map((container, index) =>
    asSent(createContainer, {
      ...container,
      id: sampleId(sample.key, 'container', index),
      shipmentId: jobId,
    }),
  )
  if (containers.length > 0) await manyContainers.add(session, jobId, containers.map(withId))
  await addCargo(session, sample)
  const numbers = sample.references.map((reference, index) =>
    asSent(createReference, {
      ...reference,
      id: sampleId(sample.key, 'reference', index),
      shipmentId: jobId,
    }),
  )
  await references.addMany(session, jobId, numbers.map(withId))
  const { quote } = await loadJob(session, jobId, false)
  await saveFinance(session, financeInput.parse({ ...sample.charges, id: quote.financeId }), undefined)
  await addNote(session, { id: sampleId(sample.key, 'note'), shipmentId: jobId, text: sample.note })
}

/** As the call would take it: what its contract refuses, no sample has. */
function asSent<Body extends z.ZodType>({ body }: { body?: Body | undefined }, sent: object): z.output<Body> {
  if (!body) throw new Error('This call takes no body.')
  return body.parse(sent)
}

const withId = <Row extends { id?: string | undefined }>({ id = crypto.randomUUID(), ...row }: Row) => ({
  ...row,
  id,
})

async function addCargo(session: Session, sample: Sample): Promise<void> {
  const jobId = sampleJobId(sample)
  const items = sample.items.map(({ stowed: _stowed, ...item }, index) =>
    asSent(createItem, { ...item, id: sampleId(sample.key, 'item', index), shipmentId: jobId }),
  )
  if (items.length > 0) await addItems(session, { shipmentId: jobId, items: items.map(withId) })
  const holder = sample.containers.length > 0 ? sample.key : (sample.master ?? sample.key)
  for (const [index, { stowed = [] }] of sample.items.entries()) {
    if (stowed.length === 0) continue
    const containers = stowed.map(({ container, ...amounts }) => ({
      containerId: sampleId(holder, 'container', container),
      ...amounts,
    }))
    await changeContainersOfItem(session, { id: sampleId(sample.key, 'item', index), containers }, undefined)
  }
}
