import type { User } from '#contract/users.ts'
import type { ApiToken } from '#contract/api-tokens.ts'
import { countText, momentText } from '#web/lib/format.ts'
import { tokenRoleText } from './tokens-text.ts'

/** Of somebody who loses access or a higher role: which of their tokens go on. None does unless it is ticked. */
export function TokensToKeep({
  user,
  isSelf,
  tokens,
  kept,
  onChange,
}: {
  user: User
  isSelf: boolean
  tokens: readonly ApiToken[]
  kept: readonly string[]
  onChange: (kept: string[]) => void
}) {
  const ended = tokens.length - kept.length
  if (isSelf)
    return (
      <p className="permissions__hint">
        {countText(tokens.length, 'API token')} of yours will be revoked:{' '}
        {tokens.map(token => token.name).join(', ')}. Another Administrator can keep them when they change
        your access for you.
      </p>
    )
  return (
    <fieldset className="tokens-to-keep">
      <legend>Keep working without {user.displayName}</legend>
      <p className="permissions__hint">
        The API tokens that you tick keep working, with you as the person responsible.{' '}
        {ended === 0 ? 'None will be revoked.' : `${countText(ended, 'token')} will be revoked.`}
      </p>
      {tokens.map(token => (
        <label key={token.id} className="tokens-to-keep__token">
          <input
            type="checkbox"
            className="permissions__box"
            checked={kept.includes(token.id)}
            onChange={event =>
              onChange(event.currentTarget.checked ? [...kept, token.id] : kept.filter(id => id !== token.id))
            }
          />
          <span>
            {token.name}
            <span className="tokens-to-keep__facts">
              {tokenRoleText(token)}, last used {token.lastUsedAt ? momentText(token.lastUsedAt) : 'never'}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
