import { setPriority } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { attacks } from './neighbour-attacks.ts'
import type { Target } from './neighbour-requests.ts'

export type AttackOrder = Target & { names: readonly string[] }
/** How often each attack was answered with which status; 0 where no answer came, -1 where it was not waited for. */
export type AttackCount = Record<string, Record<number, number>>

// A process of its own, behind all others: what the attacks cost their sender, who is elsewhere in life, must not
// slow what is measured.
setPriority(19)
process.once('message', (order: AttackOrder) => void begin(order))

async function begin(order: AttackOrder): Promise<void> {
  const all = attacks(order)
  const counted: AttackCount = {}
  let isOver = false
  process.on('message', message => {
    if (message === 'stop') {
      isOver = true
      process.send?.({ counted })
      setTimeout(() => process.exit(0), 1000)
    }
  })
  const begun: (() => void)[] = []
  for (const name of order.names) {
    const attack = all[name]
    if (!attack) throw new Error(`There is no attack “${name}”: ${Object.keys(all).join(', ')}.`)
    const send = await attack.begin()
    const counts: Record<number, number> = {}
    counted[name] = counts
    const goOn = async () => {
      while (!isOver) {
        const status = await send().catch(() => 0)
        counts[status] = (counts[status] ?? 0) + 1
        // Where nothing could be sent, nothing is gained by trying without a rest.
        if (status === 0) await pause(20)
      }
    }
    begun.push(() => {
      for (let one = 0; one < attack.atOnce; one += 1) void goOn()
    })
  }
  for (const one of begun) one()
  process.send?.({ ready: true })
}
