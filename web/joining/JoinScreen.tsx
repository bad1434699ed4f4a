import { Button, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { messageOf } from '#web/lib/problem.ts'
import { useAccount } from '#web/lib/active-account.ts'
import { SessionMessage } from '#web/shell/SessionMessage.tsx'
import { FoundCompany } from './FoundCompany.tsx'
import { Invitations } from './Invitations.tsx'
import { LinkForVisitor } from './LinkForVisitor.tsx'
import { linkQuery } from './queries.ts'
import './joining.css'

/** /join: the invitations that wait for whoever is signed in. /join/SECRET: where a link leads that was sent or handed over. */
export function JoinScreen() {
  const { secret } = useParams({ strict: false })
  return secret === undefined ? <Invitations /> : <Link secret={secret} />
}

function Link({ secret }: { secret: string }) {
  const account = useAccount()
  const { data: link, error, refetch } = useQuery(linkQuery(secret))
  if (error)
    return (
      <SessionMessage text="The link could not be looked up.">
        <p role="alert">{messageOf(error)}</p>
        <Button onClick={() => void refetch()}>Try again</Button>
      </SessionMessage>
    )
  if (link === undefined) return <SessionMessage text="Looking up the link…" />
  if (link === null)
    return (
      <SessionMessage text="This link no longer works.">
        <p>
          It has been used or replaced by a newer one, or is more than 7 days old. Ask the person who sent it
          for a new one.
        </p>
        <Group justify="center">
          <Button component="a" href="/webapp">
            Go to the application
          </Button>
          <Button component="a" variant="default" href="/">
            Home
          </Button>
        </Group>
      </SessionMessage>
    )
  if (!account) return <LinkForVisitor secret={secret} link={link} />
  return link.kind === 'company' ? (
    <FoundCompany secret={secret} />
  ) : (
    <Invitations secret={secret} invitedAddress={link.email} />
  )
}
