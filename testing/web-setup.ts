import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'

// What the kit asks of a browser and jsdom does not have; none of it changes what a test sees.
Object.assign(globalThis, {
  matchMedia: (query: string) => ({
    matches: false,
    media: query,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    addListener: () => undefined,
    removeListener: () => undefined,
  }),
  ResizeObserver: class {
    observe() {}
    unobserve() {}
    disconnect() {}
  },
})

// The server's own type check, under which this file stands, knows no DOM.
const { Element } = globalThis as unknown as { Element: { prototype: object } }
Object.assign(Element.prototype, { scrollIntoView: () => undefined })

// jsdom draws its frames by one interval for all files of a worker. Begun while a test has a false clock, it would never
// end, and no later file would see a frame.
const { setTimeout: later, clearTimeout: cancel } = globalThis
Object.assign(globalThis, {
  requestAnimationFrame: (draw: (time: number) => void) => later(() => draw(performance.now()), 16),
  cancelAnimationFrame: (frame: ReturnType<typeof later>) => cancel(frame),
})

// A busy machine takes its time to show a dialog.
configure({ asyncUtilTimeout: 8000 })

afterEach(() => {
  cleanup()
  // What one test left unsaved is no draft of the next.
  const { localStorage, sessionStorage } = globalThis as unknown as Record<
    'localStorage' | 'sessionStorage',
    { clear: () => void }
  >
  localStorage.clear()
  sessionStorage.clear()
})
