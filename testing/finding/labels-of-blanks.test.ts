import { expect, test } from 'vitest'
import { textBox } from '#testing/word/drawings.ts'
import { cell, paragraph, row, run, table } from '#testing/word/markup.ts'
import { madeTemplate } from './made-template.ts'

const job = {
  fields: {
    'Shipment.VesselName': 'Northern Jubilee',
    'Shipment.Voyage': '14W',
    'Shipment.BookingNumber': 'KSOL-4711',
    'Shipment.GrossWeight': 1204.5,
    'Shipment.WeightUnit': 'Kg',
    'Shipment.Eta': '2026-12-31',
  },
}
const blank = { fields: { 'Shipment.WeightUnit': 'Kg' } }
const lines = (...texts: readonly string[]) => texts.map(text => paragraph(text)).join('')

/** What a document of the job prints for a job without values. */
const left = async (body: string) => (await madeTemplate({ body }, job)).linesFor(blank)

test('in a text the label goes with its only value, also with its unit, and other lines stay', async () => {
  const body = lines(
    'NOTICE',
    'Voyage: 14W',
    'Booking no.\tKSOL-4711',
    'Gross weight: 1,204.50 Kg',
    'ETA 31.12.2026.',
    'Please collect in time.',
  )
  const made = await madeTemplate({ body }, job)
  expect(await made.linesFor(job)).toEqual([
    ...['NOTICE', 'Voyage: 14W', 'Booking no.\tKSOL-4711', 'Gross weight: 1,204.50 Kg', 'ETA 31.12.2026.'],
    'Please collect in time.',
  ])
  expect(await made.linesFor(blank)).toEqual(['NOTICE', 'Please collect in time.'])
})

test('a bold label goes, too, and keeps its look where it stays', async () => {
  const body = paragraph(run('Voyage: ', { bold: true }) + run('14W')) + lines('Thank you.')
  const made = await madeTemplate({ body }, job)
  expect(await made.linesFor(blank)).toEqual(['Thank you.'])
  expect(await made.linesFor(job)).toEqual(['Voyage: 14W', 'Thank you.'])
})

test('a label stays where its line says more, in a sentence, and in a form', async () => {
  expect(await left(lines('Vessel: Northern Jubilee, voyage 14W'))).toEqual(['Vessel: , voyage '])
  expect(await left(lines('Voyage: 14W, subject to change'))).toEqual(['Voyage: , subject to change'])
  expect(await left(lines('We expect your goods on 31.12.2026'))).toEqual(['We expect your goods on '])
  // It stands in the file a second time, for older programs.
  const box = { leftMm: 0, topMm: 0, widthMm: 90, heightMm: 30, colour: '000000' }
  expect(await left(paragraph(textBox(lines('Voyage: 14W'), box)))).toEqual(['Voyage: ', 'Voyage: '])
  const form = table(
    [row([cell(lines('Voyage: 14W'), { width: 3_000 }), cell(lines(''), { width: 3_000 })])],
    {
      widths: [3_000, 3_000],
    },
  )
  expect(await left(form)).toEqual(['Voyage: '])
})
