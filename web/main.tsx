import './early.ts'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import '#web/ui/styles.ts'
import { activeAccount } from '#web/lib/active-account.ts'
import { apiConnection } from '#web/lib/api-connection.ts'
import { dropEarlyReplies } from '#web/lib/early-calls.ts'
import { productName } from '#web/lib/product-name.ts'
import { queryClient } from '#web/lib/queries.ts'
import { queriesAtRest } from '#web/lib/queries-at-rest.ts'
import { loadSignIn } from '#web/lib/msal-client.ts'
import { startSession } from '#web/lib/session.ts'
import { connectCalls } from '#web/lib/transport.ts'
import { MessageBoxHost } from '#web/ui/dialog/MessageBoxHost.tsx'
import { NoticeStrip } from '#web/ui/notice/NoticeStrip.tsx'
import { isServerReachable } from '#web/lib/lazy-screen.ts'
import { notify } from '#web/ui/notice/notify.ts'
import { ignoreSecondClicks } from '#web/ui/second-clicks.ts'
import { whenIdle } from '#web/lib/when-idle.ts'
import { theme, tokens } from '#web/ui/theme.ts'
import { createAppRouter, loadJobCard } from './router.tsx'

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

/** So long the frame that the page has brought may stand for the one that can be used. */
const FIRST_DATA_MS = 500
/** By then every screen has asked for what it shows first. */
const UNWANTED_AFTER_MS = 5000
/** What people open next, and what this page will need when its token ends, when a newer version may be served. */
const JOB_CARD_AFTER_MS = 2000
const SIGN_IN_AFTER_MS = 10_000

async function start(place: Element) {
  // The sign-in reads the address before the router does, and may lead away from this page.
  if (!(await startSession())) return
  const router = createAppRouter()
  // With what it shows first, so that a frame with a screen in it takes the place of the one that the page has brought.
  await router.load()
  // Where the scripts were longer on their way than the rows are, the first frame has them; else it says that they come.
  if (activeAccount()) await queriesAtRest(queryClient, FIRST_DATA_MS)
  createRoot(place).render(
    <StrictMode>
      <MantineProvider theme={theme} cssVariablesResolver={tokens} defaultColorScheme="auto">
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
          <MessageBoxHost />
          <NoticeStrip />
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>,
  )
  setTimeout(dropEarlyReplies, UNWANTED_AFTER_MS)
  if (!activeAccount()) return
  whenIdle(JOB_CARD_AFTER_MS, loadJobCard)
  whenIdle(SIGN_IN_AFTER_MS, loadSignIn)
}

// Not awaited: a screen's file waits until this one has run to its end.
void start(place)
