import { withStatus } from './interaction-status.ts'

const opensFrame = ({ addedNodes }: MutationRecord) =>
  [...addedNodes].some(node => node instanceof HTMLIFrameElement && node.className === 'msalSilentIframe')

/**
 * Runs MSAL's silent renewal, which tells nobody at which of its steps it is: from the moment at which it opens
 * its hidden frame, the last step before somebody has to sign in, the status says so.
 */
export async function withHiddenFrameStatus<Result>(renew: () => Promise<Result>): Promise<Result> {
  const ended = Promise.withResolvers<void>()
  const observer = new MutationObserver(records => {
    if (!records.some(opensFrame)) return
    observer.disconnect()
    void withStatus('ssoSilent', () => ended.promise)
  })
  observer.observe(document.body, { childList: true })
  try {
    return await renew()
  } finally {
    observer.disconnect()
    ended.resolve()
  }
}
