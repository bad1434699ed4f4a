import { Button, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { productName } from '#web/lib/product-name.ts'
import { completeRegistration } from '#web/lib/registration.ts'
import { SessionMessage } from '#web/shell/SessionMessage.tsx'
import { useFailure } from '#web/ui/form/failure.ts'
import { presentCompanyQuery } from './queries.ts'

/** A link that lets the signed-in person register a company. */
export function FoundCompany({ secret }: { secret: string }) {
  const { data: present } = useQuery(presentCompanyQuery)
  const { failure, attempt } = useFailure()
  const [isBusy, setIsBusy] = useState(false)
  if (present)
    return (
      <SessionMessage text={`You already belong to ${present.account.name}.`}>
        <p>This link registers a new company. To use it, sign out and sign up with another e-mail address.</p>
        <Group justify="center">
          <Button component="a" href="/webapp">
            Go to {present.account.name}
          </Button>
          <Button component="a" variant="default" href="/logout">
            Sign out
          </Button>
        </Group>
      </SessionMessage>
    )
  const found = async () => {
    setIsBusy(true)
    await attempt(async () => {
      try {
        location.replace(await completeRegistration({ secret, own: true }))
      } catch (error) {
        setIsBusy(false)
        throw error
      }
    })
  }
  return (
    <SessionMessage text={`Register your company on ${productName}`}>
      {failure && <p role="alert">{failure}</p>}
      <p>You will be its first Administrator.</p>
      <Button loading={isBusy} onClick={() => void found()}>
        Register the company
      </Button>
    </SessionMessage>
  )
}
