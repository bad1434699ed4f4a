import { beforeEach, expect, test } from 'vitest'
import type { Document } from '#contract/documents.ts'
import type { Job } from '#contract/jobs.ts'
import type { Note } from '#contract/notes.ts'
import {
  buildColleague,
  buildCompany,
  buildJob,
  buildNote,
  type Caller,
  formWithFile,
} from '#testing/factories.ts'
import { expectNoChange, expectProblem } from '#testing/refusals.ts'
import { companyPerTest } from '#testing/test-company.ts'

const { product, rows, company } = companyPerTest()
let job: Job
let note: Note

beforeEach(async () => {
  job = await buildJob(company)
  note = await buildNote(company, job.id)
})

const send = (fields: Record<string, string>, by: Caller = company, name = 'damage.txt') => {
  const { payload, headers } = formWithFile(
    { name, content: 'Box 4 is wet.' },
    { shipmentId: job.id, ...fields },
  )
  return by.call<Document>('POST', '/api/document', payload, headers)
}
const notes = async (by: Caller = company) =>
  (await by.call<Note[]>('GET', `/api/note?shipmentId=${job.id}`)).body

test('a file of a note is a document of its job, and stands below the note until it is deleted', async () => {
  expect(note.files).toEqual([])
  const { body: file, status } = await send({ noteId: note.id })
  expect(status).toBe(201)
  await send({}, company, 'other.txt')
  expect(await notes()).toEqual([{ ...note, files: [file] }])
  const { documents } = (await company.call<Job>('GET', `/api/shipment/${job.id}?document=true`)).body
  expect(documents.map(({ name }) => name).sort()).toEqual(['damage.txt', 'other.txt'])
  await company.call('DELETE', `/api/document/${file.id}`)
  expect(await notes()).toEqual([note])
  await company.call('POST', `/api/document/${file.id}/restore`)
  expect((await notes())[0]?.files).toMatchObject([{ id: file.id, name: 'damage.txt' }])
})

test('the files stay with the job while the note is deleted, and are its own again when it comes back', async () => {
  const { body: file } = await send({ noteId: note.id })
  await company.call('DELETE', `/api/note/${note.id}`)
  const { documents } = (await company.call<Job>('GET', `/api/shipment/${job.id}?document=true`)).body
  expect(documents.map(({ id }) => id)).toEqual([file.id])
  await company.call('POST', '/api/history/restoreremoved', { id: note.id })
  expect((await notes())[0]?.files).toEqual([file])
})

test('a file goes to no note of another job or company, and to none that is gone', async () => {
  const other = await buildNote(company, (await buildJob(company)).id)
  const stranger = await buildCompany(product)
  const theirs = await buildNote(stranger, (await buildJob(stranger)).id)
  const viewer = await buildColleague(product, company, 'viewer')
  await expectNoChange(rows, company, async () => {
    for (const noteId of [other.id, theirs.id, crypto.randomUUID()])
      expectProblem(await send({ noteId }), 'invalid_input', {
        errors: [
          { path: 'noteId', message: 'The job has no such note. It may have been deleted meanwhile.' },
        ],
      })
    expectProblem(await send({ noteId: 'x' }), 'invalid_input')
    expectProblem(await send({ noteId: note.id }, viewer), 'not_allowed')
  })
  expect(await notes(viewer)).toEqual([note])
})
