import { Button, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { WaitingInvitation } from '#contract/joining.ts'
import { roleLabels } from '#contract/permissions.ts'
import type { Membership } from '#contract/users.ts'
import { messageOf } from '#web/lib/problem.ts'
import { productName } from '#web/lib/product-name.ts'
import { completeRegistration } from '#web/lib/registration.ts'
import { useAccount } from '#web/lib/active-account.ts'
import { signIn } from '#web/lib/session.ts'
import { clearUndecided, setUndecided } from '#web/lib/undecided.ts'
import { SessionMessage } from '#web/shell/SessionMessage.tsx'
import { useFailure } from '#web/ui/form/failure.ts'
import { invitationsQuery, presentCompanyQuery, useAccept, useDecline } from './queries.ts'

type Props = {
  /** Of the link by which the person came. */
  secret?: string
  /** Whom that link invites. */
  invitedAddress?: string
}

/** What waits for the signed-in person, to be accepted or declined. */
export function Invitations({ secret, invitedAddress }: Props) {
  const account = useAccount()
  useEffect(() => {
    if (!account) void signIn({ wanted: location.pathname })
  }, [account])
  const {
    data: invitations,
    error,
    refetch,
  } = useQuery({
    ...invitationsQuery(secret),
    enabled: account !== null,
  })
  const { data: present } = useQuery({ ...presentCompanyQuery, enabled: account !== null })
  const { failure, showFailure, attempt } = useFailure()
  const accept = useAccept()
  const decline = useDecline()

  if (!account) return <SessionMessage text="Signing in..." />
  if (error)
    return (
      <SessionMessage text="Your invitations could not be loaded.">
        <p role="alert">{messageOf(error)}</p>
        <Button onClick={() => void refetch()}>Try again</Button>
      </SessionMessage>
    )
  if (!invitations || present === undefined) return <SessionMessage text="Looking up your invitations…" />

  const join = ({ id }: WaitingInvitation) =>
    attempt(async () => {
      await accept.mutateAsync({ id, secret })
      clearUndecided()
      // The whole application is to be the other company's.
      location.replace('/webapp')
    })
  const refuse = ({ id }: WaitingInvitation) =>
    attempt(async () => {
      await decline.mutateAsync({ id, secret })
      if (!present) setUndecided(account.subject)
      await refetch()
    })

  if (invitations.length === 0)
    return (
      <NothingWaits
        present={present}
        wrongPerson={
          invitedAddress !== undefined && invitedAddress.toLowerCase() !== account.email.toLowerCase()
            ? invitedAddress
            : undefined
        }
        signedInAs={account.email}
      />
    )
  return (
    <SessionMessage text={invitations.length === 1 ? 'You have an invitation' : 'You have invitations'}>
      {failure && <p role="alert">{failure}</p>}
      <ul className="joining__list">
        {invitations.map(invitation => (
          <li key={invitation.id} className="joining__one">
            <h2>{invitation.company}</h2>
            <p>
              {invitation.invitedBy ?? invitation.company} has invited you to join as{' '}
              {roleLabels[invitation.role]}. You would see the company’s jobs, contacts and documents.
            </p>
            {present && <p>{whatBecomesOf(present)}</p>}
            <Group>
              <Button loading={accept.isPending} onClick={() => void join(invitation)}>
                Accept
              </Button>
              <Button variant="default" loading={decline.isPending} onClick={() => void refuse(invitation)}>
                Decline
              </Button>
            </Group>
          </li>
        ))}
      </ul>
      <p className="joining__hint">
        If you do not know who invited you, decline. They will not see any of your data.
      </p>
      {present ? (
        <Button component="a" variant="subtle" href="/webapp">
          Decide later
        </Button>
      ) : (
        <Group justify="center">
          <OwnCompany onFailure={showFailure} />
          <Button component="a" variant="subtle" href="/logout">
            Sign out
          </Button>
        </Group>
      )}
    </SessionMessage>
  )
}

const whatBecomesOf = ({ account, ownCompany }: Membership): string =>
  ownCompany === null
    ? `${account.name}, which you belong to now, stays as it is. You return to it if you leave the new company.`
    : `You will leave ${account.name} first. ${ownCompany} stays as it is.`

function NothingWaits({
  present,
  wrongPerson,
  signedInAs,
}: {
  present: Membership | null
  wrongPerson: string | undefined
  signedInAs: string
}) {
  const { failure, showFailure } = useFailure()
  return (
    <SessionMessage
      text={wrongPerson === undefined ? 'You have no invitations.' : 'This invitation is for somebody else.'}
    >
      {failure && <p role="alert">{failure}</p>}
      {wrongPerson !== undefined && (
        <p>
          It was sent to <strong>{wrongPerson}</strong>, and you are signed in as{' '}
          <strong>{signedInAs}</strong>. Sign out and sign in with the invited address, or ask for an
          invitation to your own address.
        </p>
      )}
      <Group justify="center">
        {present ? (
          <Button component="a" href="/webapp">
            Go to {present.account.name}
          </Button>
        ) : (
          wrongPerson === undefined && <OwnCompany onFailure={showFailure} />
        )}
        <Button component="a" variant="default" href="/logout">
          Sign out
        </Button>
      </Group>
    </SessionMessage>
  )
}

/** For whoever is in no company and wants none of those that invite. */
function OwnCompany({ onFailure }: { onFailure: (error: unknown) => void }) {
  const [isBusy, setIsBusy] = useState(false)
  const found = async () => {
    setIsBusy(true)
    try {
      location.replace(await completeRegistration({ own: true }))
    } catch (error) {
      onFailure(error)
      setIsBusy(false)
    }
  }
  return (
    <Button variant="default" loading={isBusy} onClick={() => void found()}>
      Register a company of my own on {productName}
    </Button>
  )
}
