import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BorrowedDatabase, borrowDatabase } from '#testing/database.ts'
import { checkHaproxyFile, hasHaproxy } from '#testing/haproxy.ts'
import { letPeopleWork, noWork, readBack } from '#testing/machines/people.ts'
import { openScene, restartInTurn, type Scene } from '#testing/machines/scene.ts'
import { hasPgBouncer } from '#testing/pgbouncer.ts'

const hasLibreOffice = process.env['LADING_WITHOUT_LIBREOFFICE'] === undefined

const severalMachines = () => {
  let borrowed: BorrowedDatabase
  let scene: Scene
  beforeAll(async () => {
    borrowed = await borrowDatabase()
    scene = await openScene({
      ...{ ownerUrl: borrowed.ownerUrl, connections: 4, companies: 1, count: 2, graceSeconds: 2 },
      say: () => undefined,
    })
  }, 400_000)
  afterAll(async () => {
    await scene?.close()
    await borrowed?.release()
  }, 120_000)

  test('a server is restarted under people at work, and nobody notices', async () => {
    const { machines, places, mail, templates } = scene
    const work = noWork()
    let isOver = false
    const working = letPeopleWork(work, {
      ...{ places, people: 3, templates, every: { mail: 5, pdf: 0 } },
      isOver: () => isOver,
    })
    await restartInTurn(machines.servers.slice(0, 1)).finally(() => (isOver = true))
    await working
    expect(templates.size).toBe(1)
    expect(work.failures).toEqual([])
    expect(work.calls).toBeGreaterThan(100)
    expect(await readBack(work)).toEqual([])
    // Each once: the worker sends what servers were given.
    await expect
      .poll(() => mail.mails.flatMap(({ to }) => to).toSorted(), { timeout: 30_000, interval: 200 })
      .toEqual(work.mails.toSorted())
  }, 120_000)

  test('what watches them sees the queue where it is, and the worker’s own port', async () => {
    const { servers, worker } = scene.machines
    const readyz = async (address: string) => {
      const reply = await fetch(`http://${address}/readyz`)
      return (await reply.json()) as { status: string; components: { queue: { state: string } } }
    }
    expect(await readyz(servers[0]?.address ?? '')).toMatchObject({
      status: 'ok',
      components: { queue: { state: 'elsewhere' } },
    })
    expect(await readyz(worker.address)).toMatchObject({
      status: 'ok',
      components: { queue: { state: 'ok', waiting: 0 } },
    })
    const metrics = await fetch(`http://${worker.address}/metrics`, { headers: { host: 'worker.internal' } })
    expect([metrics.status, await metrics.text()]).toEqual([
      200,
      expect.stringContaining('\nlading_ready 1\n'),
    ])
    for (const path of ['/readyz', '/healthz', '/metrics'])
      expect((await fetch(`${scene.places[0]?.url}${path}`)).status).toBe(404)
  })

  if (hasLibreOffice)
    test('a PDF is previewed on a server that has no LibreOffice', async () => {
      const { places, templates } = scene
      const work = noWork()
      await letPeopleWork(work, {
        ...{ places, people: 1, templates, every: { mail: 0, pdf: 1 } },
        isOver: ({ byKind }) => byKind['PDF'] !== undefined,
      })
      expect([work.failures, work.byKind['PDF']]).toEqual([[], 1])
    }, 120_000)
}

// Where one is missing its tests are not made, so that none counts as skipped.
if (hasHaproxy)
  test('HAProxy finds nothing wrong with the file that people are given', async () => {
    expect(await checkHaproxyFile({ LADING_LISTEN: '127.0.0.1:443' })).toBe('')
  })
if (hasHaproxy && hasPgBouncer)
  describe('two servers and a worker behind HAProxy and PgBouncer', severalMachines)
