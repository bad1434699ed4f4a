import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Document } from '#contract/documents.ts'
import { countText, momentText } from '#web/lib/format.ts'
import { useMay } from '#web/lib/membership.ts'
import { FileButton } from '#web/ui/upload/FileButton.tsx'
import { LazyFileDrop } from '#web/ui/upload/LazyFileDrop.tsx'
import { notify } from '#web/ui/notice/notify.ts'
import { UploadList } from '#web/ui/upload/UploadList.tsx'
import { previewKind } from './preview-kind.ts'
import { messageQuery } from './queries.ts'
import { ReceivedMailDialog } from './ReceivedMailDialog.tsx'
import './received-mail.css'
import { useDocumentUploads } from './use-document-uploads.ts'

type Props = { jobId: string; documents: readonly Document[] | undefined }

const isMail = (file: File) => /\.(eml|msg)$/i.test(file.name)

/** The mails that were received and filed on a job, from which attachments are picked as its documents. */
export function ReceivedMailPicker({ jobId, documents = [] }: Props) {
  const mayWrite = useMay('documents:write')
  const [opened, setOpened] = useState<Document>()
  const { uploads, add, retry, dismiss } = useDocumentUploads(jobId, documents, () => undefined)
  const mails = documents.filter(document => previewKind(document) === 'message')
  const take = (files: readonly File[]) => {
    const others = files.filter(file => !isMail(file))
    if (others.length > 0)
      notify.failed(
        `${others.map(({ name }) => name).join(', ')}: only e-mails (.eml, .msg) can be filed here. Add other files under Attachments.`,
      )
    add(files.filter(isMail))
  }
  return (
    <section className="received" aria-labelledby="received-mails">
      <div className="received__head">
        <h2 id="received-mails" className="received__title">
          Received
        </h2>
        {mayWrite && (
          <FileButton multiple accept=".eml,.msg" onFiles={take}>
            File an e-mail
          </FileButton>
        )}
      </div>
      <UploadList uploads={uploads} onRetry={retry} onDismiss={dismiss} />
      {mails.length === 0 ? (
        <p className="received__hint">
          {mayWrite
            ? 'Drop e-mails (.eml or .msg) from your mail program on this page to keep them with the job.'
            : 'No received e-mails yet.'}
        </p>
      ) : (
        <ul className="received__list">
          {mails.map(document => (
            <ReceivedMail key={document.id} document={document} onOpen={() => setOpened(document)} />
          ))}
        </ul>
      )}
      {mayWrite && (
        <LazyFileDrop invitation="Drop e-mails (.eml, .msg) to file them on this job" onFiles={take} />
      )}
      {opened && <ReceivedMailDialog document={opened} onClose={() => setOpened(undefined)} />}
    </section>
  )
}

function ReceivedMail({ document, onOpen }: { document: Document; onOpen: () => void }) {
  const { data, error } = useQuery(messageQuery(document))
  const subject = data ? data.subject || '(no subject)' : document.name
  const detail = data
    ? [
        data.from,
        momentText(data.sentAt),
        data.attachments.length > 0 && countText(data.attachments.length, 'attachment'),
      ]
    : [error ? 'Cannot be shown; download it to read it.' : '']
  return (
    <li className="received__mail">
      <Button className="received__subject" variant="transparent" onClick={onOpen}>
        {subject}
      </Button>
      <span className="received__detail">{detail.filter(Boolean).join(' · ')}</span>
    </li>
  )
}
