import type { QueryClient } from '@tanstack/react-query'

/** Waits until nothing is being asked for, or so long at most. */
export function queriesAtRest(client: QueryClient, atMostMs: number): Promise<void> {
  return new Promise(resolve => {
    const end = () => {
      clearTimeout(timer)
      unsubscribe()
      resolve()
    }
    const look = () => {
      if (client.isFetching() === 0) end()
    }
    const timer = setTimeout(end, atMostMs)
    const unsubscribe = client.getQueryCache().subscribe(look)
    look()
  })
}
