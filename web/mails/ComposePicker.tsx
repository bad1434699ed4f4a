import { lazy, Suspense, useEffect } from 'react'
import type { Job } from '#contract/jobs.ts'
import { useMay } from '#web/lib/membership.ts'
import { endMail, type MailRequest, useMailRequest } from '#web/records/mail-request.ts'
import { emptyMail, forwardOf, type ComposedMail } from './compose.ts'
import { type MailDraft, useMailDraft } from './mail-draft.ts'

const ComposeDialog = lazy(async () => ({ default: (await import('./ComposeDialog.tsx')).ComposeDialog }))

/** Where e-mails on a job are written: beside its tabs, so that they can be read and copied from meanwhile. */
export function ComposePicker({ job }: { job: Job }) {
  const asked = useMailRequest(job.id)
  const draft = useMailDraft(job.id)
  const maySend = useMay('mail:send')
  useEffect(() => () => endMail(job.id), [job.id])
  if (!asked || !maySend || !draft.isReady) return null
  const { request, turn } = asked
  return (
    <Suspense>
      <ComposeDialog
        key={turn}
        job={job}
        initial={initialOf(request, draft)}
        madeBy={request.kind === 'attach' && !draft.keptNow() ? request.document.templateId : null}
        draft={draft}
        onClose={() => endMail(job.id)}
      />
    </Suspense>
  )
}

/** What was begun is gone on with; a forwarded e-mail takes its place, which was asked. */
function initialOf(request: MailRequest, draft: MailDraft): ComposedMail {
  if (request.kind === 'forward') return forwardOf(request.mail)
  const begun = draft.keptNow() ?? emptyMail
  if (request.kind === 'write') return begun
  const { id } = request.document
  return begun.documentIds.includes(id) ? begun : { ...begun, documentIds: [...begun.documentIds, id] }
}
