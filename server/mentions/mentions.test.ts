import { beforeEach, describe, expect, test } from 'vitest'
import type { HistoryEntry } from '#contract/history.ts'
import type { Job } from '#contract/jobs.ts'
import type { Mention } from '#contract/mentions.ts'
import type { Note } from '#contract/notes.ts'
import { withOwner } from '#server/db/owner.ts'
import { buildColleague, buildCompany, buildJob, type Caller } from '#testing/factories.ts'
import { badIds, expectFieldsRefused, expectNoChange, expectProblem } from '#testing/refusals.ts'
import { fewestStatements } from '#testing/statements.ts'
import { companyPerTest } from '#testing/test-company.ts'

const { product, rows, company } = companyPerTest()
let job: Job
let vera: Awaited<ReturnType<typeof buildColleague>>
let name: string

beforeEach(async () => {
  job = await buildJob(company, { name: 'Cotton' })
  // Who may not write a note may well be asked something in one.
  vera = await buildColleague(product, company, 'viewer')
  name = vera.membership.user.displayName
})

type By = Pick<Caller, 'call'>
const id = () => vera.membership.user.id
const post = (body: object, by: By = company) =>
  by.call<Note>('POST', '/api/note', { shipmentId: job.id, ...body })
const write = async (text = `Please ask @${name}.`, on = job) =>
  (await post({ shipmentId: on.id, text, mentions: [id()] })).body
const put = (body: object, by: By = company) => by.call<Note>('PUT', '/api/note', body)
const mentions = async (by: By = vera) => (await by.call<Mention[]>('GET', '/api/mention')).body
const unread = async (by: By = vera) =>
  (await by.call<{ count: number }>('GET', '/api/mention/unread')).body.count
const read = (shipmentId: string, by: By = vera) =>
  by.call<{ count: number }>('POST', '/api/mention/read', { shipmentId })
const rename = (to: string) =>
  withOwner(product.ownerUrl, owner =>
    owner.query('update users set display_name = $2 where id = $1', [id(), to]),
  )

describe('a note that mentions somebody', () => {
  test('names them, and is theirs to read until they open the notes of its job', async () => {
    const note = await write()
    expect(note.mentions).toEqual([{ id: id(), displayName: name }])
    const other = await buildJob(company)
    await write(`@${name}: and this?`, other)
    const author = company.membership.user.displayName
    const told = { noteId: note.id, author, text: note.text, writtenAt: note.writtenAt, isRead: false }
    const [, first] = await mentions()
    expect(first).toEqual({
      ...told,
      writtenAt: expect.any(String),
      job: { id: job.id, jobId: job.jobId, name: 'Cotton' },
    })
    expect([await unread(), await unread(company)]).toEqual([2, 0])
    expect((await read(job.id)).body).toEqual({ count: 1 })
    expect((await mentions()).map(({ isRead }) => isRead)).toEqual([false, true])
    expect((await read(job.id)).body).toEqual({ count: 1 })
  })

  test('shows the name that they have today, wherever it is read', async () => {
    const { id: noteId } = await write(`@${name} and @${name}, not ${name}`)
    await rename('Vera Novak')
    const [note] = (await company.call<Note[]>('GET', `/api/note?shipmentId=${job.id}`)).body
    const text = `@Vera Novak and @Vera Novak, not ${name}`
    expect(note).toMatchObject({ text, mentions: [{ id: id(), displayName: 'Vera Novak' }] })
    expect(await mentions()).toMatchObject([{ text }])
    // What is saved with the present name still mentions them.
    const saved = await put({ id: noteId, text: '@Vera Novak!' })
    expect(saved.body).toMatchObject({ text: '@Vera Novak!', mentions: [{ id: id() }] })
  })

  test('keeps whom its changed text still names, and is unread by those who come new', async () => {
    const { id: noteId } = await write()
    await read(job.id)
    expect((await put({ id: noteId, text: `@${name} again` })).body.mentions).toHaveLength(1)
    expect(await unread()).toBe(0)
    expect((await put({ id: noteId, text: 'Nobody' })).body.mentions).toEqual([])
    expect(await mentions()).toEqual([])
    expect((await put({ id: noteId, text: `@${name}`, mentions: [id()] })).body.mentions).toHaveLength(1)
    expect(await unread()).toBe(1)
    expect((await put({ id: noteId, mentions: [] })).body).toMatchObject({ text: `@${name}`, mentions: [] })
    expect(await unread()).toBe(0)
  })

  test('is gone from what is unread while it is deleted, and comes back with its mentions', async () => {
    const { id: noteId } = await write()
    await company.call('DELETE', `/api/note/${noteId}`)
    expect([await unread(), await mentions()]).toEqual([0, []])
    await company.call('POST', '/api/history/restoreremoved', { id: noteId })
    expect([await unread(), (await mentions()).length]).toEqual([1, 1])
  })

  test('is read by its author', async () => {
    const { displayName, id: own } = company.membership.user
    await post({ text: `@${displayName}`, mentions: [own] })
    expect([await unread(company), (await mentions(company)).length]).toEqual([0, 1])
  })

  test('tells its history in words, without ids', async () => {
    await write()
    const [entry] = (await company.call<HistoryEntry[]>('GET', `/api/history?job=${job.id}`)).body
    expect(entry?.words).toBe(`added note “Please ask @${name}.”`)
    expect(entry?.changes.map(({ field }) => field)).toEqual(['text'])
  })
})

test('whom a text does not name cannot be mentioned, nor who is nobody of the company', async () => {
  const stranger = await buildCompany(product)
  await expectNoChange(rows, company, async () => {
    expectProblem(await post({ text: 'Nobody', mentions: [id()] }), 'invalid_input', {
      errors: [{ path: 'mentions', message: `The text does not name ${name}. Write “@${name}”.` }],
    })
    const { id: theirs, displayName } = stranger.membership.user
    expectProblem(await post({ text: `@${displayName}`, mentions: [theirs] }), 'invalid_input', {
      errors: [
        {
          path: 'mentions',
          message: 'There is no such person in your company. Choose somebody from the list.',
        },
      ],
    })
  })
  await expectFieldsRefused(rows, company, {
    method: 'POST',
    url: '/api/note',
    fields: { 'mentions.0': badIds },
    bodyWith: (_path, value) => ({ shipmentId: job.id, text: `@${name}`, mentions: [value] }),
  })
})

test('the count is one statement, by the index of what is unread', async () => {
  await write()
  expect(await fewestStatements(product, () => vera.call('GET', '/api/mention/unread'))).toHaveLength(1)
  const [plan] = await rows.select<{ 'QUERY PLAN': unknown }>(
    `explain (format json) select count(*) from note_mentions
     where account_id = '${company.membership.account.id}' and user_id = '${id()}' and read_at is null and gone_at is null`,
  )
  expect(JSON.stringify(plan)).toContain('note_mentions_unread')
})

test('another company’s job cannot be told from none', async () => {
  await write()
  const stranger = await buildCompany(product)
  for (const one of [job.id, crypto.randomUUID()]) expectProblem(await read(one, stranger), 'not_found')
  expect([await mentions(stranger), await unread()]).toEqual([[], 1])
})
