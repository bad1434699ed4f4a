import { type MailState, mailStates } from '#contract/mail-states.ts'

/** What the address of the E-mails screen says. */
export type MailAddress = {
  search?: string | undefined
  state?: MailState | undefined
  page?: number | undefined
  size?: number | undefined
}

const positive = (value: unknown) =>
  Number.isInteger(value) && Number(value) > 0 ? Number(value) : undefined

/** What an address says and can be understood. */
export function mailAddress({ search, state, page, size }: Record<string, unknown>): MailAddress {
  const read = {
    // A search for a number arrives as one.
    search:
      (typeof search === 'string' || typeof search === 'number') && search !== ''
        ? String(search)
        : undefined,
    state: mailStates.find(one => one === state),
    page: positive(page),
    size: positive(size),
  }
  return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined))
}
