import { JobStatus } from '#contract/choices.ts'
import type { Session } from '#server/db/db.ts'
import { saveJob } from '#server/jobs/commands.ts'
import type { Dice } from './dice.ts'
import { insertAll } from './records.ts'

const NOTED = 60
const sentences = [
  'Shipper confirmed that the cargo is ready. Pick-up is arranged for tomorrow morning.',
  'Draft bill sent to the shipper. Waiting for the approval.',
  'Consignee asks for delivery after the 15th. Storage is at their cost.',
  'Carrier rolled us once already: keep an eye on the cut-off.',
  'Two packs arrived wet at the warehouse. Photographs are with the shipper.',
  'Agent has the originals. The telex release is not needed.',
  'Rate agreed by telephone, valid until the end of the month.',
  'Customs asked for the packing list again. Sent.',
] as const

/** What people say about the jobs that are under way, and two of them as templates for new ones. */
export async function addTalk(session: Session, dice: Dice): Promise<void> {
  const { db, accountId } = session
  const people = await db
    .selectFrom('users')
    .select(['id', 'display_name as name'])
    .where('account_id', '=', accountId)
    .where('role', '<>', 'viewer')
    .where('joined_at', 'is not', null)
    .orderBy('email')
    .execute()
  const jobs = await db
    .selectFrom('jobs')
    .select(['id', 'name', 'shipment_date', 'commodity', 'load_type', 'direction'])
    .where('account_id', '=', accountId)
    .where('status', '=', JobStatus.inProgress)
    .where('quote_type', 'is not', null)
    .orderBy('job_number', 'desc')
    .limit(NOTED)
    .execute()
  const now = Date.now()
  await insertAll(
    db,
    'notes',
    jobs.flatMap(({ id, shipment_date }) => {
      const booked = new Date(shipment_date).getTime()
      return Array.from({ length: dice.whole(0, 2) }, () => {
        const [author, asked] = [dice.of(people), dice.of(people)]
        const asks = asked !== author && dice.chance(0.4)
        return {
          account_id: accountId,
          id: crypto.randomUUID(),
          job_id: id,
          text: asks ? `@${asked.name}: ${dice.of(sentences)}` : dice.of(sentences),
          author_id: author.id,
          written_at: new Date(booked + Math.floor((now - booked) * (dice.whole(5, 95) / 100))),
          mentioned_ids: asks ? [asked.id] : [],
          mentioned_names: asks ? [asked.name] : [],
        }
      })
    }),
  )
  const lanes = [0, 1].flatMap(direction => jobs.find(job => job.direction === direction) ?? [])
  for (const { id, commodity, direction } of lanes)
    await saveJob(
      session,
      { id, templateName: `${commodity}, ${direction === 1 ? 'export' : 'import'}` },
      undefined,
    )
}
