import { attacks, type Target } from './neighbour-attacks.ts'

export type AttackOrder = Target & { names: readonly string[] }
/** How often each attack was answered with which status; 0 where no answer came. */
export type AttackCount = Record<string, Record<number, number>>

// A process of its own: what the attacks cost their sender must not slow what is measured.
process.once('message', (order: AttackOrder) => void begin(order))

async function begin(order: AttackOrder): Promise<void> {
  const all = await attacks(order)
  const counted: AttackCount = {}
  let isOver = false
  process.once('message', () => {
    isOver = true
    process.send?.({ counted })
    setTimeout(() => process.exit(0), 1000)
  })
  process.send?.({ ready: true })
  for (const name of order.names) {
    const attack = all[name]
    if (!attack) throw new Error(`There is no attack “${name}”: ${Object.keys(all).join(', ')}.`)
    const counts: Record<number, number> = {}
    counted[name] = counts
    const goOn = async () => {
      while (!isOver) {
        const status = await attack.send().catch(() => 0)
        counts[status] = (counts[status] ?? 0) + 1
      }
    }
    for (let one = 0; one < attack.atOnce; one += 1) void goOn()
  }
}
