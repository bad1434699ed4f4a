import { type ReactNode, Suspense, useEffect } from 'react'
import { useAccount } from '#web/lib/active-account.ts'
import { signIn } from '#web/lib/session.ts'
import { SessionMessage } from './SessionMessage.tsx'
import { SignInProgress, WindowHint } from './SignInProgress.tsx'

/** Shows what it holds to people who are signed in, and leads all others to the sign-in and back here. */
export function SignInGuard({ children }: { children: ReactNode }) {
  const account = useAccount()
  useEffect(() => {
    if (!account) void signIn({ wanted: location.pathname + location.search })
  }, [account])
  if (account)
    return (
      <>
        <SignInProgress />
        {/* What waits for a token is not to hide why it waits. */}
        <Suspense>{children}</Suspense>
      </>
    )
  return (
    <SessionMessage text="Signing in...">
      <WindowHint />
    </SessionMessage>
  )
}
