import { answersProvider } from './provider-answer.ts'

// As MSAL names the windows that it opens for signing in.
const isSignInWindow = () => window.name.startsWith('msal.')

/**
 * When MSAL renews a token in a hidden frame, or signs somebody in in a window of its own, the provider sends
 * that frame or window to /webapp. This hands the reply to the page outside and answers true: then nothing of
 * the application must start. To be called before anything else, and before anything large is loaded.
 */
export async function answerSilentFrame(): Promise<boolean> {
  if (window.parent === window && !isSignInWindow()) return false
  if (!answersProvider(location)) return false
  const { broadcastResponseToMainFrame } = await import('@azure/msal-browser/redirect-bridge')
  await broadcastResponseToMainFrame()
  return true
}
