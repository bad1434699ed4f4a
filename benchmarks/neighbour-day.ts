import { setTimeout as pause } from 'node:timers/promises'

export type Call = (method: string, path: string, body?: object) => Promise<Response>
type Task = { name: string; call: () => Promise<Response> }
/** In milliseconds. */
export type Times = { times: number[]; failures: number }

// Whoever has waited as long has gone.
const GIVEN_UP_AFTER = 30_000

export const callerOf =
  (url: string, token: string): Call =>
  (method, path, body) =>
    fetch(url + path, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
      signal: AbortSignal.timeout(GIVEN_UP_AFTER),
      ...(body && { body: JSON.stringify(body) }),
    })

export async function idsAt(call: Call, path: string): Promise<string[]> {
  return ((await (await call('GET', path)).json()) as { id: string }[]).map(({ id }) => id)
}

/** What people do all day, a few times a second. */
export function dayOf(call: Call, jobIds: readonly string[]): Task[] {
  let turn = 0
  const job = () => jobIds[(turn += 1) % jobIds.length] ?? ''
  return [
    { name: 'List of jobs', call: () => call('GET', '/api/shipment?limit=50') },
    { name: 'A job', call: () => call('GET', `/api/shipment/${job()}`) },
    {
      name: 'Saving a job',
      call: () => call('PUT', '/api/shipment', { id: job(), name: `Saved ${(turn += 1)}` }),
    },
    { name: 'List of e-mail templates', call: () => call('GET', '/api/mailtemplate') },
  ]
}

export async function measure(tasks: readonly Task[], seconds: number): Promise<Map<string, Times>> {
  const until = performance.now() + seconds * 1000
  const measured = new Map(tasks.map(({ name }) => [name, { times: [], failures: 0 } as Times]))
  await Promise.all(
    tasks.map(async ({ name, call }) => {
      const own = measured.get(name)
      while (own && performance.now() < until) {
        const started = performance.now()
        const reply = await call().catch(() => undefined)
        await reply?.arrayBuffer().catch(() => undefined)
        own.times.push(performance.now() - started)
        if (!reply?.ok) own.failures += 1
        await pause(50)
      }
    }),
  )
  return measured
}

export function quantile(times: readonly number[], share: number): number {
  const sorted = [...times].sort((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

/** All that was measured, as one. */
export const combined = (measured: Map<string, Times>): Times => ({
  times: [...measured.values()].flatMap(({ times }) => times),
  failures: [...measured.values()].reduce((sum, { failures }) => sum + failures, 0),
})

/** How late the server's own thread took its turns since it was asked last, in milliseconds. */
export type Lateness = { p99: number; worst: number }

export async function latenessOf(url: string): Promise<Lateness> {
  const reply = await fetch(`${url}/metrics`, { signal: AbortSignal.timeout(GIVEN_UP_AFTER) }).catch(
    () => undefined,
  )
  const text = (await reply?.text()) ?? ''
  const value = (name: string) =>
    1000 * Number(new RegExp(`^nodejs_eventloop_lag_${name}_seconds (\\S+)$`, 'm').exec(text)?.[1] ?? 0)
  return { p99: value('p99'), worst: value('max') }
}
