import { catalogue, sampleValues } from '#testing/word/catalogue.ts'
import { paragraph } from '#testing/word/markup.ts'
import { documentText } from '#testing/word/read-document.ts'
import { houseBillOfLading } from '#testing/word/house-bill.ts'
import { templateFile } from '#testing/word/template-file.ts'
import { afterAll, expect, test } from 'vitest'
import { openWordPool } from './pool.ts'

const pool = openWordPool()
afterAll(() => pool.close())

const bill = houseBillOfLading()

test('a template is read once and filled in a thread', async () => {
  let reads = 0
  const request = {
    key: 'house bill',
    bytes: async () => {
      reads += 1
      return bill
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
  const report = await pool.inspect(bill, catalogue)
  expect(report.problems).toEqual([])
  expect(report.fields).toContainEqual({ name: 'Shipper.Name', place: 'body, table 1, row 1, cell 1' })
})

test('a refusal crosses the threads with its place', async () => {
  await expect(pool.inspect(Buffer.from('not a Word file'), catalogue)).rejects.toMatchObject({
    name: 'WordTemplateError',
    message: 'The file is not a Word document: it cannot be opened as one.',
    place: 'the file',
  })
  const bytes = async () => templateFile({ body: paragraph('Dear {{Consignee.Nmae}}') })
  await expect(
    pool.fill({ key: 'typo', bytes, known: catalogue, values: sampleValues(0) }),
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
  const short = openWordPool({ timeLimit: 3_000, threads: 1 })
  try {
    const slowRow = `{{Shipment.Etd | date:"''"}}`.repeat(300)
    const template = templateFile({ body: paragraph(`{{#Items}}{{#Items}}${slowRow}{{/Items}}{{/Items}}`) })
    const bytes = async () => template
    await expect(
      short.fill({ key: 'slow', bytes, known: catalogue, values: sampleValues(900) }),
    ).rejects.toMatchObject({ name: 'WordWorkError', reason: 'time' })
    const report = await short.inspect(templateFile({ body: paragraph('{{Today}}') }), catalogue)
    expect(report.fields).toHaveLength(1)
  } finally {
    await short.close()
  }
})

test('loops in loops end at the limit of characters while the server stays awake', async () => {
  let heartbeats = 0
  const heart = setInterval(() => {
    heartbeats += 1
  }, 5)
  const bytes = async () => runaway
  await expect(
    pool.fill({ key: 'runaway', bytes, known: catalogue, values: sampleValues(300) }),
  ).rejects.toMatchObject({ name: 'WordTemplateError', message: expect.stringContaining('40 million') })
  clearInterval(heart)
  expect(heartbeats).toBeGreaterThan(10)
})

test('a thread that needs too much memory is given up, and the pool goes on', async () => {
  const small = openWordPool({ memoryLimit: 20, threads: 1 })
  try {
    const large = templateFile({ body: paragraph('plain').repeat(60_000) })
    await expect(small.inspect(large, catalogue)).rejects.toMatchObject({
      name: 'WordWorkError',
      reason: 'memory',
    })
    const report = await small.inspect(templateFile({ body: paragraph('{{Today}}') }), catalogue)
    expect(report.fields).toHaveLength(1)
  } finally {
    await small.close()
  }
})

test('more than may wait are sent away at once', async () => {
  const short = openWordPool({ threads: 1, queueLimit: 1 })
  try {
    const answers = await Promise.allSettled([1, 2, 3].map(() => short.inspect(bill, catalogue)))
    expect(answers.map(answer => answer.status)).toEqual(['fulfilled', 'fulfilled', 'rejected'])
    expect(answers[2]).toMatchObject({ reason: { name: 'WordWorkError', reason: 'busy' } })
  } finally {
    await short.close()
  }
})

test('closing ends what is running and what waits, and says why', async () => {
  const closing = openWordPool({ threads: 1 })
  const answers = Promise.allSettled([1, 2, 3].map(() => closing.inspect(bill, catalogue)))
  await closing.close()
  const closed = { status: 'rejected', reason: { name: 'WordWorkError', reason: 'closed' } }
  expect(await answers).toMatchObject([closed, closed, closed])
})
