import type { Membership } from '#contract/users.ts'

/** Whether this person's browser is asked where the company is. */
export const isFirstTimeZoneDue = ({ account, permissions }: Membership): boolean =>
  account.timeZone === null && permissions.includes('company:write')
