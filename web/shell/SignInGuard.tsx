import { type ReactNode, useEffect } from 'react'
import { signIn, useAccount } from '#web/lib/session.ts'
import { SessionMessage } from './SessionMessage.tsx'

/** Shows what it holds to people who are signed in, and leads all others to the sign-in and back here. */
export function SignInGuard({ children }: { children: ReactNode }) {
  const account = useAccount()
  useEffect(() => {
    if (!account) void signIn({ wanted: location.pathname + location.search })
  }, [account])
  return account ? children : <SessionMessage text="Signing in..." />
}
