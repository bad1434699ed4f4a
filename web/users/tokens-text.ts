import type { ApiToken } from '#contract/api-tokens.ts'
import { roleLabels } from '#contract/permissions.ts'

const SOON_MS = 14 * 24 * 60 * 60 * 1000

/** What an Administrator is to decide about: what the upgrade gave an end, and what ends within two weeks. */
export const endsSoon = ({ toReview, expiresAt }: ApiToken, now: number): boolean => {
  const left = Date.parse(expiresAt) - now
  return left > 0 && (toReview || left < SOON_MS)
}

/** "Administrator", and what is left of it where the person responsible has less. */
export const tokenRoleText = ({ role, actsAs }: Pick<ApiToken, 'role' | 'actsAs'>): string =>
  actsAs === null || actsAs === role ? roleLabels[role] : `${roleLabels[role]}, acts as ${roleLabels[actsAs]}`
