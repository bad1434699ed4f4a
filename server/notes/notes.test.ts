import { beforeEach, describe, expect, test } from 'vitest'
import type { ApiToken } from '#contract/api-tokens.ts'
import type { HistoryEntry } from '#contract/history.ts'
import type { Job } from '#contract/jobs.ts'
import { MAX_NOTES, type Note } from '#contract/notes.ts'
import {
  buildColleague,
  buildCompany,
  buildJob,
  buildNote,
  type Caller,
  callerWith,
} from '#testing/factories.ts'
import {
  badIds,
  badTexts,
  expectFieldsRefused,
  expectNoChange,
  expectProblem,
  statusesOf,
} from '#testing/refusals.ts'
import { companyPerTest } from '#testing/test-company.ts'

const { product, rows, company } = companyPerTest()
let job: Job

beforeEach(async () => {
  job = await buildJob(company, { name: 'Cotton' })
})

type By = Pick<Caller, 'call'>

const text = 'The haulier comes at noon.\n\nAsk for Bilal.'
const post = (body: object, by: By = company) => by.call<Note>('POST', '/api/note', body)
const put = (body: object, version?: number, by: By = company) =>
  by.call<Note>('PUT', '/api/note', body, version === undefined ? {} : { 'if-match': `"${version}"` })
const remove = (id: string, version?: number, by: By = company) =>
  by.call('DELETE', `/api/note/${id}`, undefined, version === undefined ? {} : { 'if-match': `"${version}"` })
const listed = async (by: By = company) =>
  (await by.call<Note[]>('GET', `/api/note?shipmentId=${job.id}`)).body
const latest = async () => {
  const [entry] = (await company.call<HistoryEntry[]>('GET', `/api/history?job=${job.id}`)).body
  if (!entry) throw new Error('There is no history.')
  return entry
}
const author = () => {
  const { id, displayName } = company.membership.user
  return { id, displayName }
}
const moment = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as string

describe('adding a note', () => {
  test('stores and answers it, with its author and time; the job is left alone', async () => {
    const id = crypto.randomUUID()
    const reply = await post({ id, shipmentId: job.id, text: `  ${text}\n` })
    expect(reply).toMatchObject({ status: 201, headers: { etag: '"1"' } })
    expect(reply.body).toEqual({
      id,
      shipmentId: job.id,
      text,
      author: author(),
      writtenAt: moment,
      edited: null,
      version: 1,
      mentions: [],
      files: [],
    })
    expect(await listed()).toEqual([reply.body])
    expect((await company.call<Job>('GET', `/api/shipment/${job.id}`)).body).toEqual(job)
  })

  test('lists the newest first, those of its job alone', async () => {
    await buildNote(company, (await buildJob(company)).id)
    const notes = []
    for (const one of ['First', 'Second', 'Third'])
      notes.push(await buildNote(company, job.id, { text: one }))
    expect(await listed()).toEqual(notes.reverse())
  })

  test('names the person responsible where a program writes it', async () => {
    const { body: made } = await company.call<ApiToken & { token: string }>('POST', '/api/apitoken', {
      name: 'Customs feed',
      role: 'staff',
    })
    const program = { call: callerWith(product, made.token) }
    const { body } = await post({ shipmentId: job.id, text: 'Cleared.' }, program)
    expect(body).toEqual({
      id: body.id,
      shipmentId: job.id,
      text: 'Cleared.',
      author: author(),
      writtenAt: moment,
      edited: null,
      version: 1,
      mentions: [],
      files: [],
    })
  })

  test('answers a repeated call with the stored note, and 409 for other content', async () => {
    const body = { id: crypto.randomUUID(), shipmentId: job.id, text }
    const replies = await Promise.all([post(body), post(body), post(body)])
    expect(statusesOf(replies)).toEqual([200, 200, 201])
    const current = replies[0]?.body
    expect(replies.map(reply => reply.body)).toEqual([current, current, current])
    await expectNoChange(rows, company, async () => {
      expect(await post(body)).toMatchObject({ status: 200, body: current })
      const other = await post({ ...body, text: 'Other' })
      expectProblem(other, 'already_exists', {
        detail: 'A note with this id already exists with different content. Send a new id.',
        current,
      })
    })
  })

  test('is refused where the job has as many as it may have', async () => {
    await rows.select(
      `insert into notes (account_id, id, job_id, text, author_id)
       select $1, gen_random_uuid(), $2, 'Note ' || n, $3 from generate_series(1, $4::integer) as n`,
      [company.membership.account.id, job.id, author().id, MAX_NOTES - 1],
    )
    const last = await buildNote(company, job.id)
    await expectNoChange(rows, company, async () =>
      expectProblem(await post({ shipmentId: job.id, text }), 'limit_reached', {
        detail: 'A job has at most 200 notes. Delete one that is no longer needed.',
      }),
    )
    await remove(last.id)
    expect((await post({ shipmentId: job.id, text })).status).toBe(201)
  })
})

describe('changing a note', () => {
  test('changes its text; author and time stay, whoever changes it', async () => {
    const note = await buildNote(company, job.id)
    const colleague = await buildColleague(product, company, 'staff')
    const reply = await put({ id: note.id, text }, 1, colleague)
    expect(reply).toMatchObject({ status: 200, headers: { etag: '"2"' } })
    const { id, displayName } = colleague.membership.user
    const changed = { ...note, text, edited: { by: { id, displayName }, at: moment } }
    expect(reply.body).toEqual({ ...changed, version: 2 })
    // A call that leaves the text as it is edits nothing.
    expect((await put({ id: note.id })).body).toEqual({ ...changed, version: 3 })
    expect(await listed()).toEqual([{ ...changed, version: 3 }])
  })

  test('refuses an outdated version with what it is now and what changed', async () => {
    const note = await buildNote(company, job.id)
    expect((await put({ id: note.id, text: 'Second' }, 1)).status).toBe(200)
    const by = company.membership.user.displayName
    const outdated = {
      detail: 'The note was changed after you opened it.',
      current: { ...note, text: 'Second', edited: { by: author(), at: moment }, version: 2 },
      changes: [{ field: 'text', old: note.text, new: 'Second', by, at: moment }],
    }
    await expectNoChange(rows, company, async () => {
      expectProblem(await put({ id: note.id, text: 'Mine' }, 1), 'changed_meanwhile', outdated)
      expectProblem(await remove(note.id, 1), 'changed_meanwhile', outdated)
    })
  })

  test('lets one of two saves of one version win', async () => {
    const { id } = await buildNote(company, job.id)
    const replies = await Promise.all([put({ id, text: 'One' }, 1), put({ id, text: 'Two' }, 1)])
    expect(statusesOf(replies)).toEqual([200, 412])
    expect(await listed()).toEqual([replies.find(reply => reply.status === 200)?.body])
  })
})

test('deleting a note takes it away, once', async () => {
  const [kept, gone] = [await buildNote(company, job.id), await buildNote(company, job.id)]
  expect(await remove(gone.id.toUpperCase())).toMatchObject({ status: 204, body: null })
  expect(await listed()).toEqual([kept])
  expectProblem(await remove(gone.id), 'not_found')
  expectProblem(await put({ id: gone.id, text }), 'not_found')
})

describe('its history', () => {
  test('tells that it was added, changed and deleted, by the beginning of its text', async () => {
    const long = `${text} ${'Bring the papers. '.repeat(20)}`.trim()
    const name = 'The haulier comes at noon. Ask for Bilal. Bring the papers.…'
    const note = await buildNote(company, job.id, { text: long })
    const record = { type: 'note', id: note.id, label: 'Note', name }
    const change = { field: 'text', label: 'Text', restorable: false }
    expect(await latest()).toMatchObject({
      record,
      job: { id: job.id, jobId: job.jobId, name: 'Cotton' },
      action: 'added',
      words: `added note “${name}”`,
      changes: [{ ...change, old: null, new: long, oldText: '', newText: long }],
      restorable: false,
    })
    await put({ id: note.id, text: 'Short' })
    expect(await latest()).toMatchObject({
      words: 'changed note “Short”',
      changes: [{ ...change, old: long, new: 'Short', oldText: long, newText: 'Short', restorable: true }],
    })
    await remove(note.id)
    expect(await latest()).toMatchObject({
      record: { ...record, name: 'Short' },
      action: 'removed',
      words: 'removed note “Short”',
      restorable: true,
    })
  })

  test('names the note in each entry as it was then, and offers only the last removal that stands', async () => {
    const note = await buildNote(company, job.id, { text: 'First' })
    await put({ id: note.id, text: 'Second' })
    await remove(note.id)
    const undo = () => company.call('POST', '/api/history/restoreremoved', { id: note.id })
    const told = async () =>
      (await company.call<HistoryEntry[]>('GET', `/api/history?job=${job.id}`)).body
        .filter(({ record }) => record.id === note.id)
        .map(({ words, record, restorable }) => [words, record.name, restorable])
    const before = [
      ['changed note “Second”', 'Second', false],
      ['added note “First”', 'First', false],
    ]
    expect(await told()).toEqual([['removed note “Second”', 'Second', true], ...before])
    await undo()
    await put({ id: note.id, text: 'Third' })
    expect(await told()).toEqual([
      ['changed note “Third”', 'Third', false],
      ['added note “Second”', 'Second', false],
      ['removed note “Second”', 'Second', false],
      ...before,
    ])
    await remove(note.id)
    expect((await told()).map(([, , restorable]) => restorable)).toEqual([true, ...Array(5).fill(false)])
  })

  test('puts a former text back', async () => {
    const note = await buildNote(company, job.id)
    await put({ id: note.id, text })
    const restore = { entry: (await latest()).id, fields: ['text'] }
    const reply = await company.call('POST', '/api/history/restore', restore)
    expect(reply.body).toEqual({ record: { type: 'note', id: note.id }, version: 3 })
    expect(await listed()).toEqual([{ ...note, edited: { by: author(), at: moment }, version: 3 }])
  })

  test('puts a deleted note back with its author and time, once', async () => {
    const note = await buildNote(company, job.id, { text })
    const colleague = await buildColleague(product, company, 'staff')
    const viewer = await buildColleague(product, company, 'viewer')
    await remove(note.id, 1, colleague)
    const undo = (by: By) => by.call('POST', '/api/history/restoreremoved', { id: note.id })
    await expectNoChange(rows, company, async () => expectProblem(await undo(viewer), 'not_allowed'))
    expect((await undo(colleague)).body).toEqual({ record: { type: 'note', id: note.id }, version: 1 })
    expect(await listed()).toEqual([note])
    expectProblem(await undo(colleague), 'invalid_input')
  })
})

test('viewers read notes and write none', async () => {
  const note = await buildNote(company, job.id)
  const viewer = await buildColleague(product, company, 'viewer')
  expect(await listed(viewer)).toEqual([note])
  await expectNoChange(rows, company, async () => {
    for (const reply of [
      await post({ shipmentId: job.id, text }, viewer),
      await put({ id: note.id, text }, 1, viewer),
      await remove(note.id, 1, viewer),
    ])
      expectProblem(reply, 'not_allowed')
  })
})

test('another company’s notes cannot be told from those that do not exist', async () => {
  const note = await buildNote(company, job.id)
  const stranger = await buildCompany(product)
  await expectNoChange(rows, company, () =>
    expectNoChange(rows, stranger, async () => {
      for (const [noteId, jobId] of [
        [note.id, job.id],
        [crypto.randomUUID(), crypto.randomUUID()],
      ]) {
        const replies = [
          await stranger.call('GET', `/api/note?shipmentId=${jobId}`),
          await post({ shipmentId: jobId, text }, stranger),
          await put({ id: noteId, text }, 1, stranger),
          await remove(noteId ?? '', 1, stranger),
        ]
        for (const [index, reply] of replies.entries())
          expectProblem(reply, 'not_found', {
            detail: `There is no such ${index < 2 ? 'job' : 'note'}, or it was removed.`,
          })
      }
    }),
  )
})

describe('bad input is refused by name and changes nothing', () => {
  const fields = { text: [...badTexts(10_000), '', ' \n ', null], id: badIds }

  test('in a new note', async () => {
    await expectFieldsRefused(rows, company, {
      method: 'POST',
      url: '/api/note',
      fields: { ...fields, shipmentId: [...badIds, null] },
      bodyWith: (path, value) => ({ shipmentId: job.id, text, [path]: value }),
    })
  })

  test('in a change', async () => {
    const note = await buildNote(company, job.id)
    await expectFieldsRefused(rows, company, {
      method: 'PUT',
      url: '/api/note',
      fields: { ...fields, id: [...badIds, null] },
      bodyWith: (path, value) => ({ id: note.id, text: 'never', [path]: value }),
    })
  })

  test('in the address', async () => {
    await expectNoChange(rows, company, async () => {
      for (const id of ['abc', '', 'x'.repeat(300)])
        expectProblem(await company.call('GET', `/api/note?shipmentId=${id}`), 'invalid_input')
    })
  })
})
