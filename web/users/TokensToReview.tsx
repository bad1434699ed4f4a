import { Button } from '@mantine/core'
import { useState } from 'react'
import { type ApiToken, TOKEN_DAYS } from '#contract/api-tokens.ts'
import { dayText } from '#web/lib/format.ts'
import { useMembership } from '#web/lib/membership.ts'
import { notify } from '#web/ui/notice/notify.ts'
import { Banner } from '#web/ui/page/states.tsx'
import { useApiTokens, useKeepToken } from './queries.ts'
import { endsSoon } from './tokens-text.ts'
import { useAskAndRevoke } from './use-ask-and-revoke.ts'
import './users.css'

/** Asks Administrators about the tokens that soon stop working: each is kept for longer, or revoked. */
export function TokensToReview() {
  const { data: tokens = [] } = useApiTokens()
  const askAndRevoke = useAskAndRevoke()
  const keep = useKeepToken()
  const { timeZone } = useMembership().account
  const [now] = useState(Date.now)
  const ending = tokens.filter(token => endsSoon(token, now))
  if (ending.length === 0) return null
  const keepLonger = async ({ id, name }: ApiToken) => {
    try {
      const { expiresAt } = await keep.mutateAsync(id)
      notify.done(
        `‘${name}’ works until the end of ${dayText(expiresAt, timeZone)}. You are responsible for it from now on.`,
      )
    } catch (problem) {
      notify.failedBecause(`‘${name}’ was not kept.`, problem)
    }
  }
  return (
    <Banner tone="warning">
      <p className="tokens-to-review__title">
        These API tokens soon stop working. Keep each for {TOKEN_DAYS} more days, or revoke it.
      </p>
      <ul className="tokens-to-review">
        {ending.map(token => (
          <li key={token.id}>
            <span>
              <strong>{token.name}</strong>, until {dayText(token.expiresAt, timeZone)}
              {token.createdBy && `, made by ${token.createdBy}`}
            </span>
            <span className="tokens-to-review__actions">
              <Button
                size="xs"
                variant="default"
                aria-label={`Keep ${token.name}`}
                loading={keep.isPending && keep.variables === token.id}
                onClick={() => void keepLonger(token)}
              >
                Keep
              </Button>
              <Button
                size="xs"
                variant="default"
                aria-label={`Revoke ${token.name} now`}
                onClick={() => void askAndRevoke(token)}
              >
                Revoke
              </Button>
            </span>
          </li>
        ))}
      </ul>
    </Banner>
  )
}
