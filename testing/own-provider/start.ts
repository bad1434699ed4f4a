import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { guideSettings } from './guide.ts'
import type { ProviderPerson, Shape } from './person.ts'

export type OwnProvider = {
  origin: string
  /** The product's environment, as the guide to a provider of one's own says it word by word. */
  settings: Record<string, string>
  stop(): Promise<void>
}

/** Starts a company's own sign-in provider in a process of its own. */
export async function startOwnProvider(
  shape: Shape,
  people: readonly ProviderPerson[],
): Promise<OwnProvider> {
  const program = join(import.meta.dirname, 'serve.ts')
  const child = spawn(process.execPath, [program, shape, JSON.stringify(people)], {
    // The channel ends the provider with this process, however that ends.
    stdio: ['ignore', 'pipe', 'ignore', 'ipc'],
  })
  const ended = once(child, 'exit')
  const [line] = (await Promise.race([
    once(child.stdout ?? child, 'data'),
    ended.then(() => Promise.reject(new Error('The sign-in provider did not start.'))),
  ])) as [Buffer]
  const origin = line.toString().trim()
  return {
    origin,
    settings: guideSettings(shape, origin),
    stop: async () => {
      child.kill()
      await ended
    },
  }
}
