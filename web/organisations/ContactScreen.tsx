import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { keepCurrent } from '#web/lib/current.ts'
import { useHasUnsavedTotals } from '#web/finance/queries.ts'
import { nameOr } from '#web/lib/format.ts'
import { useDraftIsReady } from '#web/lib/kept-drafts.ts'
import { useMay, useMembership } from '#web/lib/membership.ts'
import { isProblem } from '#web/lib/problem.ts'
import { LinkTabs } from '#web/ui/page/LinkTabs.tsx'
import { Screen } from '#web/ui/page/Screen.tsx'
import { FailedState, FormSkeleton, NoSuchRecord } from '#web/ui/page/states.tsx'
import { ContactDetails } from './ContactDetails.tsx'
import { ContactFinance } from './ContactFinance.tsx'
import { LooksLike } from './LooksLike.tsx'
import { MergedFrom } from './MergedFrom.tsx'
import { useOrganisation } from './queries.ts'

const MergeContact = lazy(async () => ({
  default: (await import('./MergeContact.tsx')).MergeContact,
}))

type Props = {
  contactId: string
  tab: 'details' | 'finance' | 'jobs' | 'history'
  /** What another slice shows of the contact: its jobs, its history. */
  children?: ReactNode
}

/** One company: who and where it is, and what its jobs cost. */
export function ContactScreen({ contactId, tab, children }: Props) {
  const { account } = useMembership()
  const navigate = useNavigate()
  const mayWrite = useMay('organisations:write')
  const [merging, setMerging] = useState<{ otherId?: string }>()
  const { data: contact, error, refetch } = useOrganisation(contactId)
  useEffect(() => {
    if (contact) keepCurrent('currentContact', { accountId: account.id, id: contact.id, name: contact.name })
  }, [contact, account.id])

  // It was merged into another: what is shown bears that one's address.
  const standsFor = contact && contact.id !== contactId ? contact.id : undefined
  useEffect(() => {
    if (standsFor) void navigate({ to: '.', search: { id: standsFor }, replace: true })
  }, [standsFor, navigate])

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
    <Screen
      title={contact ? nameOr(contact.name) : 'Contact'}
      actions={
        contact &&
        mayWrite &&
        tab === 'details' && (
          <Button variant="default" onClick={() => setMerging({})}>
            Merge
          </Button>
        )
      }
    >
      <LinkTabs label="Contact" tabs={tabs} />
      {isFailed && (
        <FailedState title="The contact could not be loaded." error={error} onRetry={() => void refetch()} />
      )}
      {!contact && !isFailed && <FormSkeleton fields={12} />}
      {contact && (tab === 'details' || tab === 'history') && <MergedFrom contactId={contact.id} />}
      {contact && tab === 'details' && mayWrite && (
        <LooksLike contact={contact} onMerge={otherId => setMerging({ otherId })} />
      )}
      {contact && tab === 'details' && draftIsReady && <ContactDetails key={contact.id} contact={contact} />}
      {contact && tab === 'finance' && <ContactFinance contact={contact} />}
      {contact && merging && (
        <Suspense>
          <MergeContact
            contactId={contact.id}
            otherId={merging.otherId}
            onClose={() => setMerging(undefined)}
            onMerged={id => {
              setMerging(undefined)
              void navigate({ to: '/webapp/contact', search: { id }, replace: true })
            }}
          />
        </Suspense>
      )}
      {contact && (tab === 'jobs' || tab === 'history') && children}
    </Screen>
  )
}
