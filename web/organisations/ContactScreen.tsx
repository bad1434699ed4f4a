import { type ReactNode, useEffect } from 'react'
import { keepCurrent } from '#web/lib/current.ts'
import { useHasUnsavedTotals } from '#web/finance/queries.ts'
import { nameOr } from '#web/lib/format.ts'
import { useDraftIsReady } from '#web/lib/kept-drafts.ts'
import { useMembership } from '#web/lib/membership.ts'
import { isProblem } from '#web/lib/problem.ts'
import { LinkTabs } from '#web/ui/page/LinkTabs.tsx'
import { Screen } from '#web/ui/page/Screen.tsx'
import { FailedState, FormSkeleton, NoSuchRecord } from '#web/ui/page/states.tsx'
import { ContactDetails } from './ContactDetails.tsx'
import { ContactFinance } from './ContactFinance.tsx'
import { useOrganisation } from './queries.ts'

type Props = {
  contactId: string
  tab: 'details' | 'finance' | 'jobs' | 'history'
  /** What another slice shows of the contact: its jobs, its history. */
  children?: ReactNode
}

/** One company: who and where it is, and what its jobs cost. */
export function ContactScreen({ contactId, tab, children }: Props) {
  const { account } = useMembership()
  const { data: contact, error, refetch } = useOrganisation(contactId)
  useEffect(() => {
    if (contact) keepCurrent('currentContact', { accountId: account.id, id: contact.id, name: contact.name })
  }, [contact, account.id])

  const draftIsReady = useDraftIsReady('contact', contactId)
  const hasUnsavedTotals = useHasUnsavedTotals(contact?.parties[0]?.id ?? null)
  const search = { id: contactId }
  const tabs = [
    { label: 'Details', link: { to: '/webapp/contact', search } },
    { label: 'Finance', isUnsaved: hasUnsavedTotals, link: { to: '/webapp/contact/finance', search } },
    { label: 'Jobs', link: { to: '/webapp/contact/jobs', search } },
    { label: 'History', link: { to: '/webapp/contact/history', search } },
  ] as const
  if (isProblem(error, 'not_found'))
    return (
      <Screen title="Contact">
        <NoSuchRecord kind="contact" list="Contacts" />
      </Screen>
    )
  const isFailed = error !== null && !contact
  return (
    <Screen title={contact ? nameOr(contact.name) : 'Contact'}>
      <LinkTabs label="Contact" tabs={tabs} />
      {isFailed && (
        <FailedState title="The contact could not be loaded." error={error} onRetry={() => void refetch()} />
      )}
      {!contact && !isFailed && <FormSkeleton fields={12} />}
      {contact && tab === 'details' && draftIsReady && <ContactDetails key={contact.id} contact={contact} />}
      {contact && tab === 'finance' && <ContactFinance contact={contact} />}
      {contact && (tab === 'jobs' || tab === 'history') && children}
    </Screen>
  )
}
