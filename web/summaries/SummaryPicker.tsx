import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import type { SummarySettings } from '#contract/summaries.ts'
import { currentTimeZoneName } from '#contract/time-zones.ts'
import { useMembership } from '#web/lib/membership.ts'
import { useKeepPreferences, usePreferences } from '#web/lib/preferences.ts'
import { messageOf } from '#web/lib/problem.ts'
import { useMailSettings } from '#web/mails/queries.ts'
import { Dialog } from '#web/ui/dialog/Dialog.tsx'
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx'
import { MailFrame } from '#web/ui/preview/MailFrame.tsx'
import { notify } from '#web/ui/notice/notify.ts'
import { Banner, FailedState, FormSkeleton } from '#web/ui/page/states.tsx'
import './summaries.css'
import { useSummary, useSummaryPreview, useUpdateSummary } from './queries.ts'

const hours = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: `${String(hour).padStart(2, '0')}:00`,
}))

/** Chooses whether one gets the morning summary by e-mail, and from when on. */
export function SummaryPicker({ onClose }: { onClose: () => void }) {
  const { data, error, refetch } = useSummary()
  const preferences = usePreferences()
  if (data && preferences)
    return <Settings stored={{ ...data, mentionMails: preferences.mentionMails }} onClose={onClose} />
  return (
    <Dialog title="Morning summary" onClose={onClose}>
      {error ? (
        <FailedState title="It could not be loaded." error={error} onRetry={() => void refetch()} />
      ) : (
        <FormSkeleton fields={2} />
      )}
    </Dialog>
  )
}

type Stored = SummarySettings & { mentionMails: boolean }

function Settings({ stored, onClose }: { stored: Stored; onClose: () => void }) {
  // Morning is where the person is.
  const timeZone = currentTimeZoneName(Intl.DateTimeFormat().resolvedOptions().timeZone)
  const [isOn, setIsOn] = useState(stored.on)
  const [hour, setHour] = useState(stored.hour)
  const [mentionMails, setMentionMails] = useState(stored.mentionMails)
  const keep = useKeepPreferences()
  const { data: settings } = useMailSettings()
  const { data, error } = useSummaryPreview()
  const update = useUpdateSummary()
  const { account } = useMembership()

  const save = async (hasLeft: () => boolean) => {
    if (mentionMails !== stored.mentionMails) await keep.mutateAsync({ mentionMails })
    const isSummaryChanged = isOn !== stored.on || hour !== stored.hour
    if (isSummaryChanged) await update.mutateAsync({ on: isOn, hour, timeZone })
    if (hasLeft()) return
    if (isSummaryChanged)
      notify.done(
        isOn
          ? 'You will get the morning summary, starting tomorrow.'
          : 'You will not get the morning summary.',
      )
    else if (mentionMails !== stored.mentionMails)
      notify.done(
        mentionMails ? 'You will get e-mails about mentions.' : 'You will get no e-mails about mentions.',
      )
    onClose()
  }
  return (
    <FormDialog
      title="Morning summary"
      onClose={onClose}
      onSubmit={save}
      isUnsaved={isOn !== stored.on || hour !== stored.hour || mentionMails !== stored.mentionMails}
    >
      {settings && !settings.serverConfigured && (
        <Banner tone="warning">No mail server is configured, so no summary can be sent yet.</Banner>
      )}
      <label className="summary__switch">
        <input type="checkbox" checked={isOn} onChange={event => setIsOn(event.currentTarget.checked)} />
        E-mail me each morning what the day’s jobs need: ETD and ETA today, what is overdue, and what is still
        to be sent or received
      </label>
      <NativeSelect
        className="summary__hour"
        label="From"
        description={whenText(timeZone, account.timeZone ?? 'UTC')}
        value={String(hour)}
        data={hours}
        disabled={!isOn}
        onChange={event => setHour(Number(event.currentTarget.value))}
      />
      <label className="summary__switch">
        <input
          type="checkbox"
          checked={mentionMails}
          onChange={event => setMentionMails(event.currentTarget.checked)}
        />
        E-mail me when a note mentions me and I have not read it after five minutes
      </label>
      <section aria-labelledby="summary-now">
        <h3 id="summary-now" className="summary__title">
          What it would say now
        </h3>
        {error && <Banner tone="failed">{messageOf(error)}</Banner>}
        {data?.mail === null && <p>Nothing: no job needs anything today.</p>}
        {data?.mail && (
          <>
            <p className="summary__subject">{data.mail.subject}</p>
            <MailFrame html={data.mail.html} title="Morning summary" />
          </>
        )}
      </section>
    </FormDialog>
  )
}

const placeOf = (zone: string) => zone.replaceAll('_', ' ')

/** It comes when it is morning for its reader; the day that it tells of is the company's. */
function whenText(own: string, ofCompany: string): string {
  const day = own === ofCompany ? '' : ` Its “today” is that of the company, in ${placeOf(ofCompany)}.`
  return `In ${placeOf(own)}. On a day with nothing to report, none is sent.${day}`
}
