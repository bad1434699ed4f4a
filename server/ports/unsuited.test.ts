import { expect, test } from 'vitest'
import { TransportMode } from '#contract/choices.ts'
import type { UnsuitedPort } from '#contract/lookups.ts'
import type { Port } from '#contract/ports.ts'
import { buildCompany, buildJob } from '#testing/factories.ts'
import { expectNoChange, expectProblem } from '#testing/refusals.ts'
import { companyPerTest } from '#testing/test-company.ts'
import { worldPortId } from './world-ports.ts'

const { product, rows, company } = companyPerTest()
const { air, sea, road } = TransportMode

const ask = (ports: readonly string[], mode: number | string) =>
  company.call<UnsuitedPort[]>('GET', `/api/port/unsuited?ports=${ports.join(',')}&mode=${mode}`)
const world = (...codes: string[]) => codes.map(worldPortId)

test('by sea a place without a port is named, by air one without an airport; by road any will do', async () => {
  const all = world('CHGVA', 'DEHAM', 'GBFXT', 'PKLHE')
  await expectNoChange(rows, company, async () => {
    expect(await ask(all, sea)).toMatchObject({
      status: 200,
      body: [
        { id: worldPortId('CHGVA'), name: 'Geneva', lacks: 'seaport', instead: null },
        { id: worldPortId('PKLHE'), name: 'Lahore', lacks: 'seaport', instead: null },
      ],
    })
    expect((await ask(all, air)).body).toEqual([
      { id: worldPortId('GBFXT'), name: 'Felixstowe', lacks: 'airport', instead: null },
    ])
    expect((await ask(all, road)).body).toEqual([])
  })
})

test('the port of the same place that serves the mode is named where there is exactly one', async () => {
  const insteadOf = async (code: string, mode: number) => (await ask(world(code), mode)).body[0]?.instead
  expect(await insteadOf('CNPVG', sea)).toEqual({ id: worldPortId('CNSHA'), name: 'Shanghai' })
  expect(await insteadOf('USNYC', air)).toEqual({ id: worldPortId('USJFK'), name: 'New York JFK Airport' })
  expect(await insteadOf('GBLHR', sea)).toEqual({ id: worldPortId('GBLON'), name: 'London' })
  // Heathrow, Gatwick, Luton, Stansted.
  expect(await insteadOf('GBLON', air)).toBeNull()
})

test('a port of the company’s own is known by its code alone, and another company’s is like none', async () => {
  const make = async (caller: typeof company, port: object) =>
    (await caller.call<Port>('POST', '/api/port', port)).body.id
  const coded = await make(company, { name: 'Cointrin', code: 'chgva' })
  const plain = await make(company, { name: 'Our quay' })
  const foreign = await make(await buildCompany(product), { name: 'Secret field', code: 'CHGVA' })
  expect((await ask([coded, plain, foreign, crypto.randomUUID()], sea)).body).toEqual([
    { id: coded, name: 'Cointrin', lacks: 'seaport', instead: null },
  ])
  const job = await buildJob(company)
  await company.call('PUT', '/api/shipment', { id: job.id, quote: { loadingPortId: worldPortId('CHGVA') } })
  expect((await ask([...world('CHGVA'), ...world('CHGVA')], sea)).body).toHaveLength(1)
})

test('bad input is refused', async () => {
  const [geneva = ''] = world('CHGVA')
  for (const ports of [[], ['x'], [geneva, ''], Array.from({ length: 5 }, () => geneva)])
    expectProblem(await ask(ports, sea), 'invalid_input')
  for (const mode of [3, 'sea', -1]) expectProblem(await ask([geneva], mode), 'invalid_input')
})
