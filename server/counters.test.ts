import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { Counter } from 'prom-client'
import { expect, test } from 'vitest'
import { signIn } from '#testing/identity.ts'
import { makeTemporaryFolder } from '#testing/temporary-folder.ts'
import { testCompany } from '#testing/test-company.ts'
import { measuring, refusals, signIns, stoppedTasks, storeSeconds, taskSeconds } from './counters.ts'
import { openFileStore } from './files/open.ts'
import { withMeasurements } from './measured-store.ts'
import { newFileKey } from './files/store.ts'

const { product, company } = testCompany({ budgets: { requests: 500 } })

/** What was counted meanwhile, by the values of the labels; other tests of the same process count, too. */
async function counting<Label extends string>(counter: Counter<Label>, work: () => Promise<unknown>) {
  const read = async () =>
    new Map((await counter.get()).values.map(({ labels, value }) => [Object.values(labels).join(' '), value]))
  const before = await read()
  await work()
  const changes = [...(await read())].map(([name, value]) => [name, value - (before.get(name) ?? 0)] as const)
  return Object.fromEntries(changes.filter(([, change]) => change !== 0))
}

test('sign-ins are counted by how they end', async () => {
  const { person } = company
  expect(await counting(signIns, () => signIn(product.app, person))).toEqual({ succeeded: 1 })
  const wrong = () =>
    signIn(product.app, { ...person, password: 'another one of words' }).catch(() => undefined)
  expect(await counting(signIns, wrong)).toEqual({ failed: 1 })
  const many = async () => {
    for (let tries = 0; tries < 15; tries += 1) await wrong()
  }
  const counted = await counting(signIns, many)
  expect(counted['limited']).toBe(1)
})

test('what a limit refuses is counted by the limit', async () => {
  product.budgets.spend(company.membership.account.id, 'requests', 500)
  const counted = await counting(refusals, async () => {
    for (let calls = 0; calls < 3; calls += 1)
      expect((await company.call('GET', '/api/shipment')).status).toBe(429)
  })
  expect(counted).toEqual({ requests: 3 })
})

test('the file store is measured by what it does and how that ends', async () => {
  const folder = await makeTemporaryFolder('lading-measured-')
  const files = withMeasurements(await openFileStore({ dataDir: folder, s3: undefined, diskReserveBytes: 0 }))
  const owner = crypto.randomUUID()
  const key = newFileKey(owner)
  const count = async () => {
    const { values } = await storeSeconds.get()
    const counts = values.filter(({ metricName }) => metricName?.endsWith('_count'))
    return new Map(counts.map(({ labels, value }) => [`${labels.operation} ${labels.outcome}`, value]))
  }
  const before = await count()
  await files.put(key, Readable.from([Buffer.from('abc')]), { limitBytes: 10 })
  await files
    .put(newFileKey(owner), Readable.from([Buffer.alloc(20)]), { limitBytes: 10 })
    .catch(() => undefined)
  for await (const _ of await files.get(key)) continue
  await files.get(newFileKey(owner)).catch(() => undefined)
  await files.delete(key)
  const after = await count()
  const changes = [...after].map(([name, value]) => [name, value - (before.get(name) ?? 0)])
  expect(Object.fromEntries(changes)).toMatchObject({
    ...{ 'put ok': 1, 'put refused': 1, 'get ok': 1, 'get missing': 1, 'delete ok': 1 },
  })
  await files.close()
  await rm(folder, { recursive: true, force: true })
})

test('spreadsheets are counted among what takes long', async () => {
  const time = async () => {
    const { values } = await taskSeconds.get()
    return (
      values.find(({ metricName, labels }) => metricName?.endsWith('_count') && labels.kind === 'sheet')
        ?.value ?? 0
    )
  }
  const before = await time()
  measuring('sheet', () => undefined)('company', 1200)
  expect(await time()).toBe(before + 1)
  const kinds = (await stoppedTasks.get()).values.map(({ labels }) => String(labels.kind))
  expect(new Set(kinds)).toEqual(new Set(['pdf', 'sheet', 'word']))
})
