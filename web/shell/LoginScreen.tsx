import { useEffect } from 'react'
import { activeAccount } from '#web/lib/active-account.ts'
import { signIn, startSession } from '#web/lib/session.ts'
import { SessionMessage } from './SessionMessage.tsx'
import { WindowHint } from './SignInProgress.tsx'

async function enter(): Promise<void> {
  await startSession()
  if (activeAccount()) location.replace('/webapp')
  else await signIn()
}

/** /login */
export function LoginScreen() {
  useEffect(() => void enter(), [])
  return (
    <SessionMessage text="Signing in...">
      <WindowHint />
    </SessionMessage>
  )
}
