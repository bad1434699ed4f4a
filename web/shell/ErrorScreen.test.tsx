import { onlineManager } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderPart } from '#web/ui/test-render.tsx'
import { ErrorScreen } from './ErrorScreen.tsx'

test('a screen that could not be shown is shown as soon as the connection is back', async () => {
  // React tells each failure there too.
  vi.spyOn(console, 'error').mockReturnValue(undefined)
  let isReachable = false
  const router = createRouter({
    routeTree: createRootRoute({
      component: () => {
        if (!isReachable) throw new Error('The server could not be reached.')
        return 'The jobs'
      },
      errorComponent: ErrorScreen,
    }),
    history: createMemoryHistory(),
  })
  renderPart(<RouterProvider router={router as never} />)
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toBe('This screen could not be shown.The server could not be reached.Retry')
  isReachable = true
  act(() => {
    onlineManager.setOnline(false)
    onlineManager.setOnline(true)
  })
  expect(await screen.findByText('The jobs')).toBeTruthy()
})
