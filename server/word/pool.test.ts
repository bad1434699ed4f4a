import { catalogue, sampleValues } from '#testing/word/catalogue.ts'
import { paragraph } from '#testing/word/markup.ts'
import { documentText } from '#testing/word/read-document.ts'
import { houseBillOfLading } from '#testing/word/house-bill.ts'
import { templateFile } from '#testing/word/template-file.ts'
import { afterAll, expect, test } from 'vitest'
import { openWordPool, type WordPool } from './pool.ts'

const pool = openWordPool()
afterAll(() => pool.close())

const company = 'a company'
const bill = houseBillOfLading()
const asked = (content: Uint8Array, whose = company) => ({
  company: whose,
  bytes: async () => Uint8Array.from(content),
  known: catalogue,
})

test('a template is read once and filled in a thread', async () => {
  let reads = 0
  const request = {
    company,
    key: 'house bill',
    bytes: async () => {
      reads += 1
      return Uint8Array.from(bill)
    },
    known: catalogue,
    values: sampleValues(3),
  }
  for (let round = 0; round < 5; round += 1) {
    const text = await documentText(await pool.fill(request))
    expect(text).toContain('Wool blankets 003')
    expect(text).toContain('Fairholme & Daughters Outfitters Ltd')
  }
  expect(reads).toBe(1)
})

test('the report says what a template asks for', async () => {
  const report = await pool.inspect(asked(bill))
  expect(report.problems).toEqual([])
  expect(report.fields).toContainEqual({ name: 'Shipper.Name', place: 'body, table 1, row 1, cell 1' })
})

test('a refusal crosses the threads with its place', async () => {
  await expect(pool.inspect(asked(Buffer.from('not a Word file')))).rejects.toMatchObject({
    name: 'WordTemplateError',
    message:
      'The file is not a Word document: it cannot be opened as one. It may be damaged, or another kind of file with that ending. Upload an intact copy.',
    place: 'the file',
  })
  const bytes = async () => templateFile({ body: paragraph('Dear {{Consignee.Nmae}}') })
  await expect(
    pool.fill({ company, key: 'typo', bytes, known: catalogue, values: sampleValues(0) }),
  ).rejects.toMatchObject({
    name: 'WordTemplateError',
    place: 'body, near “Dear …”',
    problems: [{ kind: 'unknown', suggestion: 'Consignee.Name' }],
  })
})

const runaway = templateFile({
  body: paragraph('{{#Items}}'.repeat(3) + '{{Name}}' + '{{/Items}}'.repeat(3)),
})

test('work that takes too long is stopped, and the pool goes on', async () => {
  const short = openWordPool({ timeLimit: 1_000, clockLimit: 600_000, threads: 1 })
  try {
    const slowRow = `{{Shipment.Etd | date:"''"}}`.repeat(300)
    const template = templateFile({ body: paragraph(`{{#Items}}{{#Items}}${slowRow}{{/Items}}{{/Items}}`) })
    const bytes = async () => Uint8Array.from(template)
    await expect(
      short.fill({ company, key: 'slow', bytes, known: catalogue, values: sampleValues(900) }),
    ).rejects.toMatchObject({ name: 'WordWorkError', reason: 'time' })
    const report = await short.inspect(asked(templateFile({ body: paragraph('{{Today}}') })))
    expect(report.fields).toHaveLength(1)
  } finally {
    await short.close()
  }
})

const slowRow = `{{Shipment.Etd | date:"''"}}`.repeat(300)
const slow = templateFile({ body: paragraph(`{{#Items}}{{#Items}}${slowRow}{{/Items}}{{/Items}}`) })
const fillSlow = (threads: WordPool, rows: number) =>
  threads.fill({
    company,
    key: 'slow',
    bytes: async () => Uint8Array.from(slow),
    known: catalogue,
    values: sampleValues(rows),
  })

test('what takes too long by the clock is given up as the server’s fault, not the template’s', async () => {
  const short = openWordPool({ timeLimit: 60_000, clockLimit: 1_000, threads: 1 })
  try {
    await expect(fillSlow(short, 900)).rejects.toMatchObject({
      reason: 'busy',
      message: 'The server is busy: the template was not done after 1 seconds. Try again in a minute.',
    })
  } finally {
    await short.close()
  }
})

test('loops in loops end at the limit of characters while the server stays awake', async () => {
  let heartbeats = 0
  const heart = setInterval(() => {
    heartbeats += 1
  }, 5)
  const bytes = async () => Uint8Array.from(runaway)
  await expect(
    pool.fill({ company, key: 'runaway', bytes, known: catalogue, values: sampleValues(300) }),
  ).rejects.toMatchObject({ name: 'WordTemplateError', message: expect.stringContaining('40 million') })
  clearInterval(heart)
  expect(heartbeats).toBeGreaterThan(10)
})

test('a thread that needs too much memory is given up, and the pool goes on', async () => {
  const small = openWordPool({ memoryLimit: 20, threads: 1 })
  try {
    const large = templateFile({ body: paragraph('plain').repeat(60_000) })
    await expect(small.inspect(asked(large))).rejects.toMatchObject({
      name: 'WordWorkError',
      reason: 'memory',
    })
    const report = await small.inspect(asked(templateFile({ body: paragraph('{{Today}}') })))
    expect(report.fields).toHaveLength(1)
  } finally {
    await small.close()
  }
})

test('more than may wait are sent away at once', async () => {
  const short = openWordPool({ threads: 1, queueLimit: 1 })
  try {
    const answers = await Promise.allSettled([1, 2, 3].map(() => short.inspect(asked(bill))))
    expect(answers.map(answer => answer.status)).toEqual(['fulfilled', 'fulfilled', 'rejected'])
    expect(answers[2]).toMatchObject({ reason: { name: 'WordWorkError', reason: 'busy' } })
  } finally {
    await short.close()
  }
})

test('bytes are read when the turn has come: what waits takes no memory', async () => {
  const narrow = openWordPool({ threads: 1 })
  try {
    let release = () => {}
    const gate = new Promise<void>(resolve => (release = resolve))
    let begun = 0
    const bytes = async () => {
      begun += 1
      await gate
      return Uint8Array.from(bill)
    }
    const inspections = Promise.all(
      Array.from({ length: 4 }, () => narrow.inspect({ company, bytes, known: catalogue })),
    )
    await new Promise(setImmediate)
    expect(begun).toBe(1)
    release()
    expect((await inspections).map(({ problems }) => problems)).toEqual([[], [], [], []])
    expect(begun).toBe(4)
  } finally {
    await narrow.close()
  }
})

test('a company that keeps all its threads busy leaves one to another', async () => {
  let release = () => {}
  const held = new Promise<void>(resolve => (release = resolve))
  let begun = 0
  const bytes = async () => {
    begun += 1
    await held
    return Uint8Array.from(bill)
  }
  const greedy = Array.from({ length: 6 }, () => pool.inspect({ company, bytes, known: catalogue }))
  expect((await pool.inspect(asked(bill, 'another company'))).problems).toEqual([])
  expect(begun).toBe(2)
  release()
  await Promise.all(greedy)
})

test('texts are filled and looked through in a thread as well', async () => {
  const texts = [
    { label: 'Subject', text: 'For {{Consignee.Name}}' },
    { label: 'Text', text: 'Dear {{Consignee.Nmae}}' },
  ]
  const request = { company, known: catalogue, texts }
  expect(await pool.inspectTexts(request)).toMatchObject({
    fields: [{ name: 'Consignee.Name', place: 'Subject' }],
    problems: [{ kind: 'unknown', suggestion: 'Consignee.Name', place: 'Text' }],
  })
  const filled = await pool.fillTexts({ ...request, values: sampleValues(0) })
  expect(filled.texts).toEqual(['For Fairholme & Daughters Outfitters Ltd', 'Dear'])
  expect([...filled.needed]).toEqual(['Consignee.Name'])
})

test('closing ends what is running and what waits, and says why', async () => {
  const closing = openWordPool({ threads: 1 })
  const answers = Promise.allSettled([1, 2, 3].map(() => closing.inspect(asked(bill))))
  await closing.close()
  const closed = { status: 'rejected', reason: { name: 'WordWorkError', reason: 'closed' } }
  expect(await answers).toMatchObject([closed, closed, closed])
})

test('while two companies have the threads read one file after the other, a third’s is begun at once', async () => {
  const begun: string[] = []
  const gate = Promise.withResolvers<void>()
  const inspect = (whose: string) =>
    pool.inspect({
      company: whose,
      known: catalogue,
      bytes: async () => {
        begun.push(whose)
        await gate.promise
        return Uint8Array.from(bill)
      },
    })
  const all = ['a', 'b', 'a', 'b', 'c'].map(inspect)
  await new Promise(setImmediate)
  expect(begun).toEqual(['a', 'b', 'c'])
  gate.resolve()
  await Promise.all(all)
  expect(begun).toHaveLength(5)
})
