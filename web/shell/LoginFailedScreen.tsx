import { Button, Group } from '@mantine/core'
import { signInProblem } from '#web/lib/session.ts'
import { SessionMessage } from './SessionMessage.tsx'

/** /login-failed */
export function LoginFailedScreen() {
  const problem = signInProblem()
  const signingUp = problem?.during === 'signUp'
  return (
    <SessionMessage text={signingUp ? 'Signing up did not work.' : 'Signing in did not work.'}>
      {problem && (
        <p className="session__reason" role="alert">
          {problem.message}
        </p>
      )}
      <Group justify="center">
        <Button component="a" href={signingUp ? '/register' : '/login'}>
          Try again
        </Button>
        <Button component="a" variant="default" href="/">
          Home
        </Button>
      </Group>
    </SessionMessage>
  )
}
