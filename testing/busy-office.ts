import type { Job } from '#contract/jobs.ts'
import { buildCompanies } from './job-fixtures.ts'
import { buildItem, buildJob, buildNote, type Caller, formWithFile } from './factories.ts'

const PARTIES = ['Indus Textiles', 'Maas Imports', 'Khyber Lines']

/** Fills a company with jobs that have a party, an item, a note, documents and an e-mail each. */
export async function fillOffice(company: Caller, jobs: number): Promise<Job[]> {
  const known = await buildCompanies(company, PARTIES)
  const made: Job[] = []
  for (let number = 1; number <= jobs; number++) {
    const job = await buildJob(company, { name: `Job ${number}` })
    made.push(job)
    const party = known[PARTIES[number % PARTIES.length] ?? '']
    await company.call('PUT', '/api/shipment', {
      id: job.id,
      shipmentConsignees: [{ consigneeId: party?.partyId }],
    })
    await buildItem(company, job.id)
    await buildNote(company, job.id)
    await attach(company, job, `Invoice ${number}.pdf`)
    await writeMail(company, job)
  }
  return made
}

export async function attach(company: Caller, job: Job, name: string): Promise<number> {
  const content = `%PDF-1.7\n${name} ${'of this job '.repeat(Math.floor(Math.random() * 2000))}`
  const { payload, headers } = formWithFile({ name, content }, { shipmentId: job.id })
  return (await company.call('POST', '/api/document', payload, headers)).status
}

export async function writeMail(company: Caller, job: Job): Promise<number> {
  const mail = {
    id: crypto.randomUUID(),
    shipmentId: job.id,
    to: [{ address: 'ann@x.example' }],
    subject: `Arrival of ${job.name}`,
    text: 'The goods are here.',
  }
  return (await company.call('POST', '/api/mail', mail)).status
}

/** People who go on writing until they are told to stop; answers how much they have written. */
export function keepWriting(company: Caller, jobs: readonly Job[], people = 2): () => Promise<number> {
  let isGoingOn = true
  let written = 0
  const person = async (which: number) => {
    for (let turn = 0; isGoingOn; turn++) {
      const job = jobs[(turn * people + which) % jobs.length]
      if (!job) return
      const saved = await company.call('PUT', '/api/shipment', { id: job.id, vesselName: `Vessel ${turn}` })
      const added = await company.call('POST', '/api/shipment')
      const attached = await attach(company, job, `Turn ${turn} of ${which}.pdf`)
      const mailed = await writeMail(company, job)
      written += [saved.status, added.status, attached, mailed].filter(status => status < 300).length
    }
  }
  const working = Promise.all(Array.from({ length: people }, (_, which) => person(which)))
  return async () => {
    isGoingOn = false
    await working
    return written
  }
}
