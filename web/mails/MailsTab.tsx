import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useState } from 'react'
import type { Mail, MailDetails } from '#contract/mails.ts'
import { ReceivedMailPicker } from '#web/documents/ReceivedMailPicker.tsx'
import { askForMail, useMailRequest } from '#web/records/mail-request.ts'
import { useJob } from '#web/records/queries.ts'
import { momentText } from '#web/lib/format.ts'
import { useMay } from '#web/lib/membership.ts'
import { askMessage } from '#web/ui/dialog/message-box-store.ts'
import { TabActions } from '#web/ui/page/TabActions.tsx'
import { DataTable } from '#web/ui/table/DataTable.tsx'
import { Banner, EmptyState } from '#web/ui/page/states.tsx'
import { useMailDraft } from './mail-draft.ts'
import { jobMailColumns } from './mail-columns.tsx'
import { MailDialog } from './MailDialog.tsx'
import './mails.css'
import { useCanSend, useMails } from './queries.ts'

/** What was written to the people of a job, and what they wrote. */
export function MailsTab({ jobId }: { jobId: string }) {
  const { data: job } = useJob(jobId)
  const { data, error, refetch } = useMails(jobId)
  const canLeave = useCanSend() !== false
  const maySend = useMay('mail:send')
  const isPhone = useMediaQuery('(max-width: 640px)', false, { getInitialValueInEffect: false })
  const draft = useMailDraft(jobId)
  const [selectedId, setSelectedId] = useState<string>()
  const [shown, setShown] = useState<Mail>()
  const isWriting = useMailRequest(jobId) !== undefined

  const write = maySend && (
    <TabActions>
      <Button disabled={!draft.isReady} onClick={() => askForMail(jobId, { kind: 'write' })}>
        {draft.kept || isWriting ? 'Continue writing' : 'New E-mail'}
      </Button>
    </TabActions>
  )
  const forward = async (mail: MailDetails) => {
    const staysAsItIs =
      draft.kept &&
      !(await askMessage({
        title: 'Discard the e-mail that you started?',
        description: `You started it on ${momentText(draft.kept.at)}. A job keeps one unsent e-mail at a time.`,
        ok: 'Discard and forward',
        destructive: true,
      }))
    if (staysAsItIs) return
    setShown(undefined)
    askForMail(jobId, { kind: 'forward', mail })
  }
  return (
    <>
      {write}
      {!canLeave && (
        <Banner tone="warning">
          Not sent: no mail server is configured. The e-mails that you write here are saved, and each can be
          downloaded as an .eml file that your mail program can send.{' '}
          {data?.some(({ state }) => state === 'waiting') &&
            'Waiting e-mails are sent once there is a mail server.'}
        </Banner>
      )}
      {draft.kept && !isWriting && (
        <Banner tone="warning">
          The e-mail that you started on {momentText(draft.kept.at)} was kept.{' '}
          <button type="button" className="banner__action" onClick={draft.forget}>
            Discard it
          </button>
        </Banner>
      )}
      <DataTable
        label="E-mails"
        columns={jobMailColumns({ isPhone, canLeave })}
        rows={data}
        rowId={mail => mail.id}
        error={error}
        onRetry={() => void refetch()}
        selectedId={selectedId}
        onSelect={mail => setSelectedId(mail.id)}
        onOpen={setShown}
        empty={
          <EmptyState
            title="No e-mails yet."
            hint={
              maySend ? 'Write to the parties of this job. What was sent, to whom and when is kept here.' : ''
            }
          />
        }
      />
      <ReceivedMailPicker jobId={jobId} documents={job?.documents} />
      {shown && (
        <MailDialog
          id={shown.id}
          onClose={() => setShown(undefined)}
          {...(draft.isReady && { onForward: mail => void forward(mail) })}
        />
      )}
    </>
  )
}
