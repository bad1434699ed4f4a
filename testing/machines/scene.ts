import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Document } from '#contract/documents.ts'
import { bodyOf, type Place, send, succeeded } from '#testing/faults/caller.ts'
import { buildWebIfStale } from '#server/web-build.ts'
import { type Haproxy, haproxyPort, startHaproxy } from '#testing/haproxy.ts'
import { signUp, type TestPerson } from '#testing/identity.ts'
import { startMailServer, type TestMailServer } from '#testing/mail-server.ts'
import { onConnection } from '#testing/own-server.ts'
import { type PgBouncer, startPgBouncer } from '#testing/pgbouncer.ts'
import { type Machine, type Machines, type MachinesOptions, openMachines } from './machines.ts'

export type SceneOptions = {
  ownerUrl: string
  /** Connections that PgBouncer holds to PostgreSQL for each of the two logins. */
  connections: number
  /** How many connections it takes from servers. */
  clients?: number
  companies: number
} & Pick<MachinesOptions, 'count' | 'graceSeconds' | 'environment' | 'say'>

/** Two servers or more behind HAProxy, and a worker, on one PostgreSQL behind PgBouncer. */
export type Scene = {
  machines: Machines
  mail: TestMailServer
  /** Each company's, by way of HAProxy. */
  places: Place[]
  /** One of each company. */
  templates: ReadonlyMap<Place, string>
  close(): Promise<void>
}

export type FleetOptions = Pick<SceneOptions, 'ownerUrl' | 'connections' | 'clients'> &
  Pick<MachinesOptions, 'count' | 'graceSeconds' | 'environment' | 'say'>

/** The same without anybody who works on it. */
export type Fleet = Pick<Scene, 'machines' | 'mail' | 'close'> & {
  /** Where HAProxy is. */
  publicUrl: string
}

export async function openFleet(options: FleetOptions): Promise<Fleet> {
  const { ownerUrl, connections, clients = 100 } = options
  const folder = await mkdtemp(join(tmpdir(), 'lading-machines-'))
  const closing: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })]
  const close = async () => {
    for (const one of closing.splice(0).reverse()) await one()
  }
  try {
    // Or each server would build the same pages.
    await buildWebIfStale()
    const mail = await startMailServer()
    closing.push(() => mail.close())
    const pooler: PgBouncer = await startPgBouncer(ownerUrl, { connections, clients })
    closing.push(() => pooler.close())
    const port = await haproxyPort()
    const publicUrl = `http://127.0.0.1:${port}`
    const machines = await openMachines({
      ...options,
      ...{ folder, publicUrl, smtp: mail.settings, through: url => pooler.through(url) },
    })
    closing.push(() => machines.kill())
    await machines.worker.start()
    await Promise.all(machines.servers.map(server => server.start()))
    const [first, second] = machines.servers.map(({ address }) => address)
    const haproxy: Haproxy = await startHaproxy(port, [first ?? '', second ?? first ?? ''])
    closing.push(() => haproxy.close())
    return { machines, mail, publicUrl, close }
  } catch (error) {
    await close()
    throw error
  }
}

export async function openScene(options: SceneOptions): Promise<Scene> {
  const { machines, mail, publicUrl, close } = await openFleet(options)
  try {
    const places: Place[] = []
    for (let number = 1; number <= options.companies; number += 1)
      places.push(await foundCompany(publicUrl, options.ownerUrl, machinePerson(number)))
    const templates = new Map<Place, string>()
    for (const place of places) {
      const reply = await send(place, { method: 'GET', path: '/api/documenttemplate' })
      const [template] = succeeded(reply) ? bodyOf<Document[]>(reply) : []
      if (template) templates.set(place, template.id)
    }
    return { machines, mail, places, templates, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Who founds the company of that number. */
export const machinePerson = (number: number): TestPerson => ({
  email: `person${number}@machines.example`,
  name: 'Ann Lee',
  company: `Harbour ${number}`,
  password: 'seven silver seas',
})

export async function foundCompany(url: string, ownerUrl: string, person: TestPerson): Promise<Place> {
  const { accessToken: token } = await signUp(url, person)
  // As if the code that was sent to this address had been entered.
  await onConnection(ownerUrl, client =>
    client.query('select note_verified_address(subject::text, email) from identity_users where email = $1', [
      person.email,
    ]),
  )
  const founded = await send({ url, token }, { method: 'POST', path: '/api/register' })
  if (!succeeded(founded)) throw new Error(`${founded.call}: ${founded.status} ${founded.text}`)
  return { url, token }
}

/** Restarts these one after the other, as a new version is rolled out. */
export async function restartInTurn(machines: readonly Machine[]): Promise<void> {
  for (const [at, machine] of machines.entries()) {
    // HAProxy sends requests to the one before again after two checks.
    if (at > 0) await pause(3_000)
    await machine.stop()
    await machine.start()
  }
}
