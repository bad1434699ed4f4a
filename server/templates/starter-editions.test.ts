import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import type { HistoryEntry } from '#contract/history.ts'
import type { StarterEdition } from '#contract/starter-templates.ts'
import type { DocumentTemplate } from '#contract/templates.ts'
import { buildColleague, buildCompany } from '#testing/factories.ts'
import { expectNoChange, expectProblem } from '#testing/refusals.ts'
import { buildTemplateCompany } from '#testing/template-company.ts'
import { companyPerTest } from '#testing/test-company.ts'
import { readStarterTemplates } from './starter-templates.ts'

const starters = await readStarterTemplates()
const { product, rows, company } = companyPerTest({ starters }, buildTemplateCompany)
const former = await readFile(
  new URL('../../testing/word/released/House Air Waybill of 0.1.0.dotx', import.meta.url),
)
const WAYBILL = 'House Air Waybill (starter).dotx'
const path = '/api/documenttemplate'

const templates = async () => (await company.call<DocumentTemplate[]>('GET', path)).body
const named = async (name: string) => {
  const found = (await templates()).find(one => one.name === name)
  if (!found) throw new Error(`There is no ${name}.`)
  return found
}
const editions = async (by = company) => (await by.call<StarterEdition[]>('GET', `${path}/starters`)).body
const others = async () => (await editions()).filter(({ state }) => state !== 'current')
const renew = (body: object, by = company) =>
  by.call<DocumentTemplate[]>('POST', `${path}/starters/renew`, body)
const contentOf = ({ id }: DocumentTemplate) => company.fileAt(`${path}/getdoctemplatecontent/${id}`)

test('a new company’s starters are those of today', async () => {
  expect(await editions()).toEqual(
    (await templates())
      .map(({ id, name }) => ({ templateId: id, name, starter: name, state: 'current' }))
      .toSorted((one, other) => (one.name.toLowerCase() < other.name.toLowerCase() ? -1 : 1)),
  )
  expect((await renew({})).body).toEqual([])
})

test('one of the release 0.1.0 is told, whatever it is called, and renewed by one call', async () => {
  const waybill = await company.replaceTemplate(await named(WAYBILL), former)
  await company.call('PUT', path, { id: waybill.id, name: 'Our AWB.dotx', description: 'Ours' })
  const older = { templateId: waybill.id, name: 'Our AWB.dotx', starter: WAYBILL, state: 'older' }
  expect(await others()).toEqual([older])
  const before = await named('Our AWB.dotx')
  const reply = await renew({ ids: [waybill.id] })
  expect(reply.status).toBe(200)
  const starter = starters.find(({ fileName }) => fileName === WAYBILL)
  const renewed = await named('Our AWB.dotx')
  expect(reply.body).toEqual([renewed])
  expect(renewed).toEqual({
    ...before,
    ...{ size: starter?.files.A4.bytes.length, missing: starter?.missing, problems: [], leftPlaces: 0 },
    ...{ date: expect.any(String) as string, version: before.version + 1 },
  })
  expect((await contentOf(renewed)).equals(starter?.files.A4.bytes ?? Buffer.alloc(0))).toBe(true)
  expect(await others()).toEqual([])
  const { body: history } = await company.call<HistoryEntry[]>('GET', '/api/history/all?limit=1')
  expect(history[0]?.words).toBe('renewed document template Our AWB.dotx to the starter template of today')
  // What was there comes back, and is the older edition again.
  const { body: contents } = await company.call<{ id: string; size: number }[]>(
    'GET',
    `${path}/${waybill.id}/earlier`,
  )
  const back = contents.find(({ size }) => size === former.length)
  expect((await company.call('POST', `${path}/${waybill.id}/earlier/${back?.id}/restore`)).status).toBe(200)
  expect((await contentOf(renewed)).equals(former)).toBe(true)
  expect(await others()).toEqual([older])
})

test('what the company has changed is told, and left alone', async () => {
  const own = await company.replaceTemplate(await named(WAYBILL), '{{Shipment.Hbl}} our own')
  const older = await company.replaceTemplate(await named('Arrival Notice (starter).dotx'), former)
  expect(await others()).toEqual([
    { templateId: older.id, name: older.name, starter: WAYBILL, state: 'older' },
    { templateId: own.id, name: own.name, starter: WAYBILL, state: 'changed' },
  ])
  const text = await contentOf(own)
  expect((await renew({ ids: [own.id] })).body).toEqual([])
  expect((await renew({})).body.map(({ id }) => id)).toEqual([older.id])
  expect((await contentOf(own)).equals(text)).toBe(true)
  expect((await company.call<DocumentTemplate[]>('POST', `${path}/starters`)).body).toEqual([])
})

test('it comes on the company’s paper, once however often it is asked for at once', async () => {
  await company.call('PUT', '/api/company', { paperSize: 'Letter' })
  const waybill = await company.replaceTemplate(await named(WAYBILL), former)
  const replies = await Promise.all([1, 2, 3].map(() => renew({ ids: [waybill.id] })))
  expect(replies.flatMap(({ body }) => body)).toHaveLength(1)
  const starter = starters.find(({ fileName }) => fileName === WAYBILL)
  expect((await contentOf(waybill)).equals(starter?.files.Letter.bytes ?? Buffer.alloc(0))).toBe(true)
  expect(await rows.select('select from started_uploads')).toEqual([])
})

test('by those who may write templates, and of their own company alone', async () => {
  const waybill = await company.replaceTemplate(await named(WAYBILL), former)
  const viewer = await buildColleague(product, company, 'viewer')
  const stranger = await buildCompany(product)
  await expectNoChange(rows, company, async () => {
    expectProblem(await renew({}, { ...company, ...viewer }), 'not_allowed')
    expectProblem(await renew({ ids: [waybill.id] }, { ...company, ...stranger }), 'not_found')
    expectProblem(await renew({ ids: ['x'] }), 'invalid_input')
  })
  expect(await editions({ ...company, ...viewer })).toHaveLength(starters.length)
  expect((await editions({ ...company, ...stranger })).every(({ state }) => state === 'current')).toBe(true)
})
