import type { ApiToken } from '#contract/api-tokens.ts'
import { askMessage } from '#web/ui/dialog/message-box-store.ts'
import { notify } from '#web/ui/notice/notify.ts'
import { useRevokeToken } from './queries.ts'

/** Revokes a token after asking. */
export function useAskAndRevoke(): (token: ApiToken) => Promise<void> {
  const revoke = useRevokeToken()
  return async ({ id, name }) => {
    const isMeant = await askMessage({
      title: `Do you want to revoke ‘${name}’?`,
      description: 'Programs that use this token are refused from then on.',
      destructive: true,
    })
    if (!isMeant) return
    try {
      await revoke.mutateAsync(id)
    } catch (problem) {
      notify.failedBecause(`‘${name}’ was not revoked.`, problem)
    }
  }
}
