import { Button, Group } from '@mantine/core'
import { configuration } from '#web/lib/configuration.ts'
import { signIn, signUp } from '#web/lib/session.ts'
import { signInProblem } from '#web/lib/sign-in-failure.ts'
import { SessionMessage } from './SessionMessage.tsx'

/** /login-failed */
export function LoginFailedScreen() {
  const problem = signInProblem()
  const inWindow = configuration().signIn.interaction === 'popup'
  const signingUp = problem?.during === 'signUp'
  const isRefused = problem?.code === 'sign_up_refused'
  return (
    <SessionMessage text={signingUp ? 'Signing up did not work.' : 'Signing in did not work.'}>
      {problem && (
        <p className="session__reason" role="alert">
          {problem.message}
        </p>
      )}
      <Group justify="center">
        {isRefused ? (
          // Whoever is signed in stays without a company; only another sign-in leads on.
          <Button component="a" href="/logout">
            Sign out
          </Button>
        ) : inWindow ? (
          // Browsers open a window only where a person has pressed something.
          <Button onClick={() => void (signingUp ? signUp() : signIn())}>Try again</Button>
        ) : (
          <Button component="a" href={signingUp ? '/register' : '/login'}>
            Try again
          </Button>
        )}
        <Button component="a" variant="default" href="/">
          Home
        </Button>
      </Group>
    </SessionMessage>
  )
}
