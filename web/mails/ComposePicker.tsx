import { lazy, Suspense, useEffect } from 'react'
import type { Job } from '#contract/jobs.ts'
import { useMay } from '#web/lib/membership.ts'
import { endMail, type MailRequest, useMailRequest } from '#web/records/mail-request.ts'
import { emptyMail, forwardOf, packOf, type ComposedMail } from './compose.ts'
import { type MailDraft, useMailDraft } from './mail-draft.ts'
import { personText } from './mail-words.ts'

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
        initial={initialOf(request, draft, job)}
        madeBy={request.kind === 'attach' && !draft.keptNow() ? request.document.templateId : null}
        draft={draft}
        onClose={() => endMail(job.id)}
      />
    </Suspense>
  )
}

/** What was begun is gone on with; a forwarded e-mail takes its place, which was asked. */
function initialOf(request: MailRequest, draft: MailDraft, job: Job): ComposedMail {
  if (request.kind === 'forward') return forwardOf(request.mail)
  const begun = draft.keptNow() ?? emptyMail
  if (request.kind === 'write') return begun
  if (request.kind === 'pack') return packOf(begun, request.documents, agentOf(job))
  const { id } = request.document
  return begun.documentIds.includes(id) ? begun : { ...begun, documentIds: [...begun.documentIds, id] }
}

/** The job's agent as a recipient; none where no e-mail address is known. */
function agentOf(job: Job): string[] {
  const agent = job.shipmentAgents[0]?.party?.organisation
  const address = agent?.organisationContacts.find(({ contact }) => contact.email?.trim())?.contact.email
  return agent && address ? [personText({ name: agent.name, address })] : []
}
