import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { messageOf } from '#web/lib/problem.ts'
import { completeRegistration, registrationDue } from '#web/lib/registration.ts'
import { activeAccount } from '#web/lib/active-account.ts'
import { signUp, startSession } from '#web/lib/session.ts'
import { SessionMessage } from './SessionMessage.tsx'
import { WindowHint } from './SignInProgress.tsx'

async function enter(): Promise<void> {
  await startSession()
  if (activeAccount() && registrationDue()) location.replace(await completeRegistration())
  else await signUp()
}

/** /register: leads to the provider's sign-up, and makes the company account when that has succeeded. */
export function RegisterScreen() {
  const [failure, setFailure] = useState<unknown>()
  const [attempt, setAttempt] = useState(1)
  useEffect(() => void enter().catch(setFailure), [attempt])
  if (failure === undefined)
    return (
      <SessionMessage text="Sign Up...">
        <WindowHint />
      </SessionMessage>
    )
  const retry = () => {
    setFailure(undefined)
    setAttempt(attempt + 1)
  }
  return (
    <SessionMessage
      text={`You are signed up, but the company account could not be created. ${messageOf(failure)}`}
    >
      <Button onClick={retry}>Try again</Button>
    </SessionMessage>
  )
}
