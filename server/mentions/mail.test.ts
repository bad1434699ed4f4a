import PostalMime from 'postal-mime'
import { beforeEach, expect, test } from 'vitest'
import type { Job } from '#contract/jobs.ts'
import type { Mail } from '#contract/mails.ts'
import { buildColleague, buildJob, buildNote, type Caller } from '#testing/factories.ts'
import { startMailServer } from '#testing/mail-server.ts'
import { companyPerTest, sharedByTests } from '#testing/test-company.ts'
import { sendDueMentions } from './mail.ts'

const server = sharedByTests(() => startMailServer())
const { product, rows, company } = companyPerTest(() => ({ mail: { smtp: server.settings } }))
let said: string[]
let job: Job
let vera: Awaited<ReturnType<typeof buildColleague>>

beforeEach(async () => {
  said = []
  job = await buildJob(company, { name: 'Cotton\r\nBcc: evil@x.example' })
  vera = await buildColleague(product, company, 'staff')
})

const work = () =>
  sendDueMentions({ ...product, publicUrl: 'https://x.example', log: line => said.push(line) })
const later = (minutes: number) =>
  rows.select(`update note_mentions set written_at = written_at - make_interval(mins => ${minutes})`)
const mails = async () =>
  (await company.call<Mail[]>('GET', '/api/mail/all')).body.filter(({ kind }) => kind === 'mention')
const mention = (who: Caller = vera) => {
  const { id, displayName } = who.membership.user
  return buildNote(company, job.id, { text: `Please ask the line, @${displayName}.`, mentions: [id] })
}

test('somebody who is mentioned and has not read it is told once, after some minutes', async () => {
  const note = await mention()
  await later(4)
  await work()
  expect(await mails()).toEqual([])
  await later(2)
  await Promise.all([work(), work()])
  await work()
  const author = company.membership.user.displayName
  const [mail, ...others] = await mails()
  expect(others).toEqual([])
  expect(mail).toMatchObject({
    kind: 'mention',
    shipmentId: null,
    subject: `${author} mentioned you on job ${job.jobId} Cotton Bcc: evil@x.example`,
    recipients: [{ kind: 'to', address: vera.person.email }],
  })
  const { rawPayload } = await product.app.inject({
    url: `/api/mail/${mail?.id}/eml`,
    headers: { authorization: `Bearer ${company.token}` },
  })
  const message = await PostalMime.parse(rawPayload)
  expect(message.bcc).toBeUndefined()
  expect(message.replyTo).toMatchObject([{ address: company.person.email }])
  expect(message.text).toContain(note.text)
  expect(message.text).toContain(`https://x.example/webapp/shipment/notes?id=${job.id}`)
  // Deleted and back, it is the same mention.
  await company.call('DELETE', `/api/note/${note.id}`)
  await company.call('POST', '/api/history/restoreremoved', { id: note.id })
  await work()
  expect(await mails()).toHaveLength(1)
  expect(said).toEqual([])
})

test('nobody is told who read it, wrote it, does not want to be told or has left, nor of a deleted note', async () => {
  const { id, displayName } = company.membership.user
  await buildNote(company, job.id, { text: `@${displayName}`, mentions: [id] })
  await mention()
  await vera.call('POST', '/api/mention/read', { shipmentId: job.id })
  const silent = await buildColleague(product, company, 'staff')
  await silent.call('PUT', '/api/preferences', { mentionMails: false })
  await mention(silent)
  const gone = await buildColleague(product, company, 'staff')
  await mention(gone)
  await rows.select('update users set deactivated_at = now() where id = $1', [gone.membership.user.id])
  const other = await buildColleague(product, company, 'staff')
  const deleted = await mention(other)
  await company.call('DELETE', `/api/note/${deleted.id}`)
  await later(10)
  await work()
  expect(await mails()).toEqual([])
  // What lay unread while nothing could be sent is old news.
  await silent.call('PUT', '/api/preferences', { mentionMails: true })
  await later(24 * 60)
  await work()
  expect([await mails(), said]).toEqual([[], []])
})

test('a note that was read is read when it comes back, and what is unread is unread', async () => {
  const unread = async () => (await vera.call<{ count: number }>('GET', '/api/mention/unread')).body.count
  const away = async (id: string) => {
    await company.call('DELETE', `/api/note/${id}`)
    expect((await vera.call('GET', '/api/mention')).body).toEqual([])
    await company.call('POST', '/api/history/restoreremoved', { id })
  }
  const { id } = await mention()
  await away(id)
  expect(await unread()).toBe(1)
  await vera.call('POST', '/api/mention/read', { shipmentId: job.id })
  await away(id)
  expect(await unread()).toBe(0)
  expect((await vera.call('GET', '/api/mention')).body).toMatchObject([{ noteId: id, isRead: true }])
})
