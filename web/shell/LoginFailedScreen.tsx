import { Anchor, Button, Group, Text } from '@mantine/core'
import { signInProblem } from '#web/lib/session.ts'
import { SessionMessage } from './SessionMessage.tsx'

/** /login-failed */
export function LoginFailedScreen() {
  const problem = signInProblem()
  const signingUp = problem?.during === 'signUp'
  return (
    <SessionMessage text={signingUp ? 'Signing up did not work.' : 'Signing in did not work.'}>
      {problem && (
        <Text size="sm" ta="center" role="alert">
          {problem.message}
        </Text>
      )}
      <Group>
        <Button component="a" href={signingUp ? '/register' : '/login'}>
          Try again
        </Button>
        <Anchor href="/">Home</Anchor>
      </Group>
    </SessionMessage>
  )
}
