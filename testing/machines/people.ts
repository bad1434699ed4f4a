import type { Document } from '#contract/documents.ts'
import type { Job } from '#contract/jobs.ts'
import { bodyOf, type Place, type Reply, type Request, send, succeeded } from '#testing/faults/caller.ts'

/** What people did, and what they were told that was not as it should be. */
export type Work = {
  calls: number
  byKind: Record<string, number>
  failures: string[]
  /** The last name of each job that was acknowledged, and whose it is. */
  jobs: Map<string, { name: string; place: Place }>
  /** Each with its company's token before it. */
  numbers: string[]
  /** Addresses that were written to. */
  mails: string[]
}

export const noWork = (): Work => ({
  calls: 0,
  byKind: {},
  failures: [],
  jobs: new Map(),
  numbers: [],
  mails: [],
})

export type PeopleOptions = {
  places: readonly Place[]
  /** How many people work at the same time. */
  people: number
  /** After which turn of all together an e-mail is sent, or a PDF previewed; 0: never. */
  every: { mail: number; pdf: number }
  /** By place; where there is none no PDF is previewed. */
  templates: ReadonlyMap<Place, string>
  isOver: (work: Work) => boolean
}

/** A worker waits and prints for so long at the most. */
const PDF_PATIENCE_MS = 200_000

/** People who make, save, read, list, search, upload and download without a pause, each call on any server. */
export async function letPeopleWork(work: Work, options: PeopleOptions): Promise<void> {
  const { places, people, every, templates, isOver } = options
  let turn = 0
  const one = async (place: Place) => {
    const ask = async (kind: string, request: Request): Promise<Reply | undefined> => {
      const reply = await send(place, request)
      work.calls += 1
      work.byKind[kind] = (work.byKind[kind] ?? 0) + 1
      if (succeeded(reply)) return reply
      work.failures.push(
        `${reply.call}: ${reply.status ?? ''} ${reply.failure ?? ''} ${reply.text.slice(0, 300)}`,
      )
      return undefined
    }
    while (!isOver(work)) {
      turn += 1
      const now = turn
      const id = crypto.randomUUID()
      const made = await ask('create', {
        method: 'POST',
        path: '/api/shipment',
        body: { id, name: `Made ${now}` },
      })
      if (!made) continue
      const { jobId } = bodyOf<Job>(made)
      work.jobs.set(id, { name: `Made ${now}`, place })
      work.numbers.push(`${place.token} ${jobId}`)
      const saved = await ask('save', {
        method: 'PUT',
        path: '/api/shipment',
        body: { id, name: `Saved ${now}` },
      })
      if (saved) work.jobs.set(id, { name: `Saved ${now}`, place })
      const read = await ask('read', { method: 'GET', path: `/api/shipment/${id}?stakeholder=true` })
      const expected = work.jobs.get(id)?.name
      if (read && bodyOf<Job>(read).name !== expected)
        work.failures.push(`Job ${id} is “${bodyOf<Job>(read).name}” and was saved as “${expected}”.`)
      await ask('list', { method: 'GET', path: '/api/shipment?limit=20' })
      await ask('search', { method: 'GET', path: `/api/search?text=Saved%20${now}` })
      if (now % 3 === 0) {
        const form = new FormData()
        form.append('shipmentId', id)
        form.append('afile', new Blob([`Content ${now}`]), `${now}.txt`)
        const kept = await ask('upload', { method: 'POST', path: '/api/document', body: form })
        const document = kept && bodyOf<Document>(kept)
        const content =
          document && (await ask('download', { method: 'GET', path: `/api/document/${document.id}` }))
        if (content && Buffer.from(content.bytes).toString() !== `Content ${now}`)
          work.failures.push(`Document ${document?.id} came back as something else.`)
      }
      if (every.mail > 0 && now % every.mail === 0) {
        const address = `person-${now}-${id.slice(0, 8)}@x.example`
        const sent = await ask('e-mail', {
          method: 'POST',
          path: '/api/mail',
          body: {
            id: crypto.randomUUID(),
            shipmentId: id,
            to: [{ address }],
            subject: 'Hello',
            text: 'x',
          },
        })
        if (sent) work.mails.push(address)
      }
      const template = templates.get(place)
      if (template && every.pdf > 0 && now % every.pdf === 0) {
        const preview = await ask('PDF', {
          method: 'GET',
          path: `/api/documenttemplate/${template}/preview?format=pdf&shipmentId=${id}`,
          patience: PDF_PATIENCE_MS,
        })
        if (preview && !Buffer.from(preview.bytes).toString('latin1').startsWith('%PDF-'))
          work.failures.push('A preview is no PDF.')
      }
    }
  }
  await Promise.all(Array.from({ length: people }, (_, at) => one(places[at % places.length] as Place)))
}

/** Reads everything back that was acknowledged; answers what is not as it was said to be. */
export async function readBack(work: Work): Promise<string[]> {
  const wrong: string[] = []
  for (const [id, { name, place }] of work.jobs) {
    const reply = await send(place, { method: 'GET', path: `/api/shipment/${id}` })
    const found = succeeded(reply) ? bodyOf<Job>(reply).name : `${reply.status} ${reply.failure ?? ''}`
    if (found !== name) wrong.push(`Job ${id}: ${found} instead of ${name}`)
  }
  const distinct = new Set(work.numbers)
  if (distinct.size !== work.numbers.length) wrong.push('Two jobs of a company have the same number.')
  return wrong
}
