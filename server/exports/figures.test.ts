import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import type { JobTableRow } from '#contract/job-table.ts'
import { jobSortKeys } from '#contract/job-columns.ts'
import { unpacked } from '#server/sheets/packed-file.ts'
import { work } from '#server/sheets/sheet-worker.ts'
import { buildJob } from '#testing/factories.ts'
import { companyPerTest } from '#testing/test-company.ts'

// The list on its way out against the API, figure by figure, written out once more by hand.
const { product, company } = companyPerTest()

type Value = string | number | null
const status = ['Cancelled', 'In Progress', 'Completed', 'Closed']
const mode = ['Air', 'Road', 'Sea']
const load = ['FCL', 'LCL']
const terms = ['Cost & Freight (C&F)', 'ExWorks - Required pickup from shipper', 'Free on board (FOB)']
const of = (words: readonly string[], value: number | null) =>
  value === null ? null : (words[value] ?? null)

const expected = (row: JobTableRow): Value[] => [
  ...[row.jobId, row.name, of(status, row.statusId), row.consignee, of(mode, row.transportMode)],
  ...[of(load, row.clType), row.etd, row.eta, row.shipper, row.agent, row.carrier, row.commodity],
  ...[of(terms, row.quoteType), row.loadingPort, row.destinationPort, row.viaPort, row.dischargePort],
  ...[row.grossWeight, row.netWeight, row.volume, row.numberOfPackages, row.mbl, row.hbl, row.igm],
  ...[row.indexNumber, row.shedNumber, of(['Import', 'Export'], row.direction), row.master?.jobId ?? null],
  ...[
    row.voyage,
    row.owner,
    of(['KG', 'TON'], row.weightUnit),
    of(['Cubic Meter', 'Cubic Feet'], row.volumeUnit),
  ],
]

const texts = [
  '=1+1',
  '@SUM(A1)',
  '-Bed linen',
  '+92 52 1',
  '＝cmd',
  "'=quoted",
  '"a","b";c\td',
  'Zeile eins\nZeile zwei',
  '上海棉纺织品 床单',
  'شحنة القطن إلى كراتشي',
  '  blanks  ',
  '_x0041_ & <b>',
  '00123',
  '1E5',
  '12/03/2026',
  'long '.repeat(40).trim(),
]

/** What a spreadsheet takes for a formula has an apostrophe in front in a CSV, whole or cut; nothing else is changed. */
const willRun = new Set(
  texts.slice(0, 6).flatMap(text => [text, text.slice(0, 20).trim(), text.slice(0, 10)]),
)

test('every figure and text of the list is in the Excel file and in the CSV as the API says it', async () => {
  for (const [index, name] of texts.entries())
    await buildJob(company, {
      ...{
        name,
        hbl: name.slice(0, 20).trim(),
        voyage: index % 2 ? name.slice(0, 10) : null,
        statusId: index % 4,
      },
      ...{
        grossWeight: index + 0.1,
        netWeight: 999_999.999 - index,
        weightUnit: index % 2,
        etd: '2026-02-28',
      },
      ...{ volume: 0.001, volumeUnit: index % 2, numberOfPackages: index * 1000, direction: index % 2 },
    })
  const headers = { authorization: `Bearer ${company.token}` }
  const url = '/api/shipment/table?limit=100&sort=-jobId'
  const rows = (await product.app.inject({ url, headers })).json<JobTableRow[]>()
  expect(rows).toHaveLength(texts.length)
  const wanted = rows.map(row => expected(row).map(value => (value === '' ? null : value)))

  const exported = async (format: string) => {
    const payload = { filter: {}, format, columns: jobSortKeys, sort: '-jobId' }
    return (await product.app.inject({ method: 'POST', url: '/api/shipment/export', headers, payload }))
      .rawPayload
  }
  const reply = await work({ bytes: new Uint8Array(await exported('xlsx')), name: 'jobs.xlsx' })
  if ('refused' in reply) throw new Error(reply.refused)
  const [sheet] = (await unpacked(Buffer.from(reply.packed))).sheets
  const cells = sheet?.rows.slice(1).map(row =>
    wanted[0]?.map((_, index) => {
      const cell = row.cells[index] ?? null
      return typeof cell === 'object' && cell !== null && 'date' in cell ? cell.date : cell
    }),
  )
  expect(cells).toEqual(wanted)

  const [, ...lines] = parse(await exported('csv'), { bom: true }) as string[][]
  const inCsv = (value: Value) => {
    const text = String(value ?? '')
    return willRun.has(text) ? `'${text}` : text
  }
  expect(lines).toEqual(wanted.map(row => row.map(inCsv)))
})
