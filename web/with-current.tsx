import { Navigate, useSearch } from '@tanstack/react-router'
import type { ComponentType, ReactNode } from 'react'
import { isRecordId } from '#web/lib/address.ts'
import { type CurrentKey, readCurrent } from '#web/lib/current.ts'
import { useMembership } from '#web/lib/membership.ts'
import { EmptyState, NoSuchRecord } from '#web/ui/page/states.tsx'

/** What a lazily loaded screen has beside itself: a way to load it before it is shown. */
type Lazy<Props> = ComponentType<Props> & { preload?: () => Promise<void> | undefined }

function lazily<Props>(screen: Lazy<Props>, Shown: () => ReactNode) {
  return Object.assign(Shown, screen.preload && { preload: screen.preload })
}

type WithCurrentProps = {
  current: CurrentKey
  none: ReactNode
  /** Shown where the address names something that cannot be a record. */
  missing: ReactNode
  children: (id: string) => ReactNode
}

/** The id in the address wins; without one, what this account opened last; without that, `none`. */
function WithCurrent({ current, none, missing, children }: WithCurrentProps) {
  const { id } = useSearch({ strict: false })
  const { account } = useMembership()
  if (id) return isRecordId(id) ? children(id) : missing
  const last = readCurrent(current, account.id)
  return last ? <Navigate to="." search={{ id: last.id }} replace /> : none
}

const noJob = <EmptyState title="No job is open." hint="Open one from the Dashboard." />
const noContact = <EmptyState title="No contact is open." hint="Open one from Contacts." />
const missingJob = (
  <div className="screen">
    <NoSuchRecord kind="job" list="the Dashboard" />
  </div>
)
const missingContact = (
  <div className="screen">
    <NoSuchRecord kind="contact" list="Contacts" />
  </div>
)

/** A screen or tab of the current job. */
export function inJob(Screen: Lazy<{ jobId: string }>) {
  return lazily(Screen, () => (
    <WithCurrent current="currentShipment" none={noJob} missing={missingJob}>
      {id => <Screen jobId={id} />}
    </WithCurrent>
  ))
}

type ContactTab = 'details' | 'finance' | 'jobs' | 'history'
type ContactProps = { contactId: string; tab: ContactTab; children?: ReactNode }

/** The screen of the current contact, at one of its tabs; `Content` is a tab that another slice brings. */
export function inContact(
  Screen: Lazy<ContactProps>,
  tab: ContactTab,
  Content?: Lazy<{ contactId: string }>,
) {
  return lazily(Screen, () => (
    <WithCurrent current="currentContact" none={noContact} missing={missingContact}>
      {id => (
        <Screen contactId={id} tab={tab}>
          {Content && <Content contactId={id} />}
        </Screen>
      )}
    </WithCurrent>
  ))
}

/** A screen that is told of which kind of record it is. */
export function ofRecord<Kind extends string>(Screen: Lazy<{ of: Kind }>, kind: Kind) {
  return lazily(Screen, () => <Screen of={kind} />)
}
