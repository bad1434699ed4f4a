import { type ContactSort, contactSorts } from '#contract/contact-list.ts'
import { isOneOf } from '#contract/typed-objects.ts'

/** What the address of the list says; what it does not say stands at its default. */
export type ContactsSearch = { search?: string; page?: number; size?: number; sort?: ContactSort }

export const contactsSearch = ({ search, page, size, sort }: Record<string, unknown>): ContactsSearch => ({
  // A search for a number arrives as one.
  ...((typeof search === 'string' || typeof search === 'number') &&
    search !== '' && { search: String(search) }),
  ...(Number.isInteger(page) && Number(page) > 1 && { page: Number(page) }),
  ...(Number.isInteger(size) && Number(size) > 0 && { size: Number(size) }),
  ...(isOneOf(contactSorts, sort) && sort !== 'name' && { sort }),
})
