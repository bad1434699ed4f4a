import { lazy, Suspense, type ComponentProps } from 'react'
import type { FileDrop } from './FileDrop.tsx'

const Loaded = lazy(async () => ({ default: (await import('./FileDrop.tsx')).FileDrop }))

/** FileDrop, loaded once the screen is there: nobody waits for it. */
export function LazyFileDrop(props: ComponentProps<typeof FileDrop>) {
  return (
    <Suspense fallback={null}>
      <Loaded {...props} />
    </Suspense>
  )
}
