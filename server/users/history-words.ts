import type { StoredChanges, DescribedChange } from '#server/records/change-wording.ts'

export function userWords({ action, changes, name }: DescribedChange): string | null {
  const access = changes['deactivated_at']
  if (access) return `${access[1] ? 'removed' : 'restored'} the access of ${name}`
  return action === 'changed' ? joiningWords(changes, name) : null
}

export function tokenWords({ action, changes, name }: DescribedChange): string | null {
  if (changes['deactivated_at']?.[1]) return `revoked API token ${name}`
  return action === 'added' ? `created API token ${name}` : null
}

/** What a person did about being in the company, or what was done about an invitation of theirs. */
function joiningWords(changes: StoredChanges, name: string): string | null {
  const now = (column: string) => Boolean(changes[column]?.[1])
  if (now('joined_at')) return 'joined the company'
  if (now('declined_at')) return 'declined the invitation'
  if (now('left_at')) return 'left the company'
  if (changes['joined_at']) return 'has to accept the invitation again, having confirmed the e-mail address'
  if (changes['sign_in_made_here'])
    return `gave ${name} a sign-in of their own, since they signed up themselves`
  return changes['invited_at'] ? `invited ${name} again` : null
}
