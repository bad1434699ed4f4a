import { configuration } from '#web/lib/configuration.ts'
import { useInteractionStatus } from '#web/lib/interaction-status.ts'

/** Under "Signing in...": what there is to be done, where the provider has a window of its own. */
export function WindowHint() {
  const status = useInteractionStatus()
  if (status !== 'login' || configuration().signIn.interaction !== 'popup') return null
  return <p className="session__reason">Continue in the window that has opened.</p>
}

/** Over the screens: why they wait, or are about to be left. */
export function SignInProgress() {
  const status = useInteractionStatus()
  const text =
    status === 'ssoSilent'
      ? 'Renewing your sign-in …'
      : status === 'login'
        ? 'Your sign-in has ended. Taking you to the sign-in page; what you typed is kept.'
        : ''
  if (!text) return null
  return (
    <div className="sign-in-progress" role="status">
      {text}
    </div>
  )
}
