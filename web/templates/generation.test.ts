import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import { connectCalls } from '#web/lib/transport.ts'
import { dismissTask, taskStore } from '#web/ui/notice/task-store.ts'
import { type Generation, startGeneration } from './generation.ts'

// The store holds a page open while work goes on; the tests have no page.
vi.stubGlobal('window', new EventTarget())

connectCalls({
  base: 'http://lading.example',
  tokenFor: () => Promise.resolve(undefined),
  onSignInRequired: () => undefined,
  onAccountRequired: () => undefined,
  onVerificationRequired: () => undefined,
})
beforeEach(() => {
  for (const { id } of taskStore.read()) dismissTask(id)
})

const id = (number: number) => `00000000-0000-4000-8000-00000000000${number}`
const template = (number: number, name: string) => ({ id: id(number), name })
const job = (number: number, jobId: number) => ({ id: id(number), jobId, refusals: [] })
const document = (name: string, shipmentId: string) => ({
  id: id(9),
  name,
  type: 'Word Document',
  date: '2026-11-20T12:00:00Z',
  shipmentId,
})

/** Has documents made; answers what the task was called while it worked, what it came to and what failed. */
async function generate(
  { templates, jobs }: Pick<Generation, 'templates' | 'jobs'>,
  answer: (address: string) => Response,
) {
  vi.stubGlobal('fetch', (address: string) => Promise.resolve(address).then(answer))
  const ending = startGeneration(
    new QueryClient(),
    { templates, jobs, formats: ['word'], blankUnknown: false, allowEmptyJob: false },
    () => undefined,
  )
  const title = taskStore.read()[0]?.title
  await ending
  const [task] = taskStore.read()
  return { title, outcome: task?.outcome, failures: task?.failures }
}

const made = () => Response.json([document('House bill.docx', id(1))])
const refused = () =>
  Response.json(
    {
      code: 'too_busy',
      title: 'Too busy',
      detail: 'The server is busy. Try again in a minute.',
      status: 503,
    },
    { status: 503, headers: { 'content-type': 'application/problem+json' } },
  )

test('one document is announced and reported with its template and its job', async () => {
  const wish = { templates: [template(2, 'House bill.dotx')], jobs: [job(1, 1042)] }
  expect(await generate(wish, made)).toEqual({
    title: 'Generating House bill.dotx for job 1042',
    outcome: 'House bill.docx was generated and added to job 1042.',
    failures: [],
  })
})

test('what failed names its job and says what the server said', async () => {
  const wish = { templates: [template(2, 'House bill.dotx')], jobs: [job(1, 1042)] }
  expect(await generate(wish, refused)).toEqual({
    title: 'Generating House bill.dotx for job 1042',
    outcome: 'No document was generated.',
    failures: [
      {
        label: 'House bill.dotx for job 1042',
        message: 'The server is busy. Try again in a minute.',
        reasons: [],
      },
    ],
  })
})

test.each([
  [[job(1, 1042)], 'Generating documents for job 1042'],
  [[job(1, 1042), job(3, 1043)], 'Generating documents for 2 jobs'],
])('several documents are announced by their jobs: %#', async (jobs, title) => {
  const templates = [template(2, 'House bill.dotx'), template(4, 'Arrival.dotx')]
  expect((await generate({ templates, jobs }, refused)).title).toBe(title)
})

test('what the broken net kept from being made is counted in documents, and says nothing of typing', async () => {
  const wish = {
    templates: [template(2, 'House bill.dotx'), template(4, 'Arrival.dotx')],
    jobs: [job(1, 1042)],
  }
  const { outcome, failures } = await generate(wish, address => {
    if (address.includes(id(4)) || address.includes('generatedocuments'))
      throw new TypeError('failed to fetch')
    return Response.json({})
  })
  expect(outcome).toBe('No document was generated.')
  expect(failures?.map(({ message }) => message)).toEqual(
    Array.from(wish.templates, () => 'The server could not be reached. Check the connection and try again.'),
  )
})

test('a PDF for which the server lacks a font says so in the outcome', async () => {
  const withoutFont = ['The server has no font for Khmer characters: they may be missing']
  const { outcome } = await generate({ templates: [template(2, 'House bill.dotx')], jobs: [job(1, 7)] }, () =>
    Response.json([{ ...document('House bill.pdf', id(1)), withoutFont }]),
  )
  expect(outcome).toBe(
    'House bill.pdf was generated and added to job 7. The server has no font for Khmer characters: they may be missing.',
  )
})
