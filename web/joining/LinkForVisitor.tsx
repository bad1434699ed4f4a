import { Button, Group } from '@mantine/core'
import { roleLabels } from '#contract/permissions.ts'
import type { JoinLink } from '#contract/joining.ts'
import { productName } from '#web/lib/product-name.ts'
import { signIn, signUp } from '#web/lib/session.ts'
import { SessionMessage } from '#web/shell/SessionMessage.tsx'

/** What somebody sees of a link before anybody is signed in in this browser. */
export function LinkForVisitor({ secret, link }: { secret: string; link: JoinLink }) {
  const here = `/join/${secret}`
  if (link.kind === 'company')
    return (
      <SessionMessage text={`Register your company on ${productName}`}>
        <p>Sign up to register it. You will be its first Administrator.</p>
        <SignInButtons here={here} secret={secret} signUpFirst />
      </SessionMessage>
    )
  const { company, invitedBy, email, role, choosePasswordAt } = link
  return (
    <SessionMessage text={`Join ${company} on ${productName}`}>
      <p>
        {invitedBy ?? company} has invited <strong>{email}</strong> as {roleLabels[role]}.
      </p>
      {choosePasswordAt === null ? (
        <>
          <p>Sign in with this e-mail address, then accept or decline.</p>
          <SignInButtons here={here} secret={secret} />
        </>
      ) : (
        <>
          <p>Choose a password first. After you have signed in, you accept or decline.</p>
          <Group justify="center">
            <Button component="a" href={choosePasswordAt}>
              Choose a password
            </Button>
          </Group>
        </>
      )}
      <p className="joining__hint">
        If you do not know {invitedBy === null ? 'this company' : 'this person or company'}, close this page,
        and nothing will happen.
      </p>
    </SessionMessage>
  )
}

function SignInButtons({
  here,
  secret,
  signUpFirst = false,
}: {
  here: string
  secret: string
  signUpFirst?: boolean
}) {
  return (
    <Group justify="center">
      <Button
        variant={signUpFirst ? 'default' : 'filled'}
        style={{ order: signUpFirst ? 2 : 1 }}
        onClick={() => void signIn({ wanted: here })}
      >
        Sign in
      </Button>
      <Button
        variant={signUpFirst ? 'filled' : 'default'}
        style={{ order: signUpFirst ? 1 : 2 }}
        onClick={() => void signUp({ joining: secret })}
      >
        Sign up
      </Button>
    </Group>
  )
}
