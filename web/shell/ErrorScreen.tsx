import { Button } from '@mantine/core'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { onlineManager, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { productName } from '#web/lib/product-name.ts'
import { FailedState } from '#web/ui/page/states.tsx'

/** A screen that could not be shown: says why, and tries again without a reload. */
export function ErrorScreen({ error, reset }: ErrorComponentProps) {
  const client = useQueryClient()
  const router = useRouter()
  const retry = () => {
    void client.resetQueries({ predicate: query => query.state.status === 'error' })
    // Fetches the script of a screen again where that was what failed.
    void router.invalidate().finally(reset)
  }
  const onConnection = useEffectEvent((isOnline: boolean) => {
    if (isOnline) retry()
  })
  // What failed for want of a connection need not wait for a click.
  useEffect(() => onlineManager.subscribe(onConnection), [])
  return (
    <main className="screen">
      <h1 className="screen__title">{productName}</h1>
      <FailedState title="This screen could not be shown." error={error} onRetry={retry} />
      <div className="state">
        <Button variant="subtle" onClick={() => window.location.reload()}>
          Reload the page
        </Button>
        <Button variant="subtle" component="a" href="/logout">
          Sign out
        </Button>
      </div>
    </main>
  )
}
