import { Button, Group } from '@mantine/core'
import { useEffect, useState } from 'react'
import { activeAccount } from '#web/lib/active-account.ts'
import { signOut, startSession } from '#web/lib/session.ts'
import { unsavedDrafts } from '#web/lib/session-end.ts'
import { clearMark, readMark, isSignOutDue } from '#web/lib/session-marks.ts'
import { messageOf } from '#web/lib/problem.ts'
import { SessionMessage } from './SessionMessage.tsx'

type Step =
  | { name: 'leaving' }
  | { name: 'elsewhere' }
  | { name: 'asking'; drafts: number }
  | { name: 'failed'; error: unknown }

// Of this page as it was loaded: nothing but links lead on from what it says then.
let wasLeft = false

/** /logout: asks first when changes that were never saved would be lost. */
export function LogoutScreen() {
  const [step, setStep] = useState<Step>({ name: 'leaving' })

  const leave = () => {
    setStep({ name: 'leaving' })
    signOut().catch((error: unknown) => setStep({ name: 'failed', error }))
  }

  useEffect(() => {
    async function enter(): Promise<void> {
      await startSession()
      if (readMark('signedOutElsewhere')) wasLeft = true
      // Told once: whoever comes here later wants to sign out.
      clearMark('signedOutElsewhere')
      if (wasLeft) return setStep({ name: 'elsewhere' })
      const drafts = unsavedDrafts()
      if (!activeAccount() && !isSignOutDue()) location.replace('/')
      else if (drafts > 0) setStep({ name: 'asking', drafts })
      else await signOut()
    }
    enter().catch((error: unknown) => setStep({ name: 'failed', error }))
  }, [])

  if (step.name === 'asking')
    return (
      <SessionMessage
        text={`${step.drafts === 1 ? 'A form holds' : `${step.drafts} forms hold`} unsaved changes. Signing out discards them.`}
      >
        <Group justify="center">
          <Button onClick={() => location.replace('/webapp')}>Stay signed in</Button>
          <Button variant="default" onClick={leave}>
            Discard and sign out
          </Button>
        </Group>
      </SessionMessage>
    )
  if (step.name === 'elsewhere')
    return (
      <SessionMessage text="You signed out in another tab.">
        <Group justify="center">
          <Button component="a" href="/login">
            Login
          </Button>
          <Button component="a" variant="default" href="/">
            Home
          </Button>
        </Group>
      </SessionMessage>
    )
  if (step.name === 'failed')
    return (
      <SessionMessage text={`You could not be signed out. ${messageOf(step.error)}`}>
        <Button onClick={() => location.reload()}>Try again</Button>
      </SessionMessage>
    )
  return <SessionMessage text="Signing Out..." />
}
