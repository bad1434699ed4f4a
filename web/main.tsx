import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import '#web/ui/styles.ts'
import { apiConnection } from '#web/lib/api-connection.ts'
import { productName } from '#web/lib/product-name.ts'
import { queryClient } from '#web/lib/queries.ts'
import { startSession } from '#web/lib/session.ts'
import { connectCalls } from '#web/lib/transport.ts'
import { MessageBoxHost } from '#web/ui/dialog/MessageBoxHost.tsx'
import { TaskPanel } from '#web/ui/notice/TaskPanel.tsx'
import { Notices } from '#web/ui/notice/Notices.tsx'
import { isServerReachable } from '#web/lib/lazy-screen.ts'
import { notify } from '#web/ui/notice/notify.ts'
import { ignoreSecondClicks } from '#web/ui/second-clicks.ts'
import { theme, tokens } from '#web/ui/theme.ts'
import { createAppRouter } from './router.tsx'

connectCalls(apiConnection())
ignoreSecondClicks()

const place = document.querySelector('#app')
if (!place) throw new Error('The page lacks its #app element.')

// An upgrade of the server took away the scripts that this page was made of.
async function offerToLoadAgain() {
  // Without a connection no script can be had either; the screen itself says so.
  if (!(await isServerReachable())) return
  notify.failed(`${productName} was updated while this page was open. Reload it; what you typed is kept.`, {
    label: 'Reload',
    run: () => window.location.reload(),
  })
}
window.addEventListener('vite:preloadError', () => void offerToLoadAgain())

// The sign-in reads the address before the router does, and may lead away from this page.
if (await startSession()) {
  createRoot(place).render(
    <StrictMode>
      <MantineProvider theme={theme} cssVariablesResolver={tokens} defaultColorScheme="auto">
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={createAppRouter()} />
          <MessageBoxHost />
          <TaskPanel />
          <Notices />
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>,
  )
}
