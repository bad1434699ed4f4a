import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Document } from '#contract/documents.ts'
import { sizeText } from '#web/lib/format.ts'
import { useMay } from '#web/lib/membership.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { Dialog } from '#web/ui/dialog/Dialog.tsx'
import { notify } from '#web/ui/notice/notify.ts'
import '#web/ui/preview/preview.css'
import { MessagePreview } from './MessagePreview.tsx'
import { documentFile, messageQuery, useFileAttachment } from './queries.ts'

/** A received mail as safe text; its attachments become documents of the job by a button. */
export function ReceivedMailDialog({ document, onClose }: { document: Document; onClose: () => void }) {
  const { data } = useQuery(messageQuery(document))
  const mayWrite = useMay('documents:write')
  const file = useFileAttachment(document)
  const attach = async (position: number, name: string) => {
    try {
      const filed = await file.mutateAsync(position)
      notify.done(`${filed.name} was attached to the job.`)
    } catch (error) {
      notify.failedBecause(`${name} could not be attached.`, error)
    }
  }
  const download = async () => {
    try {
      saveFile(await documentFile(document.id), document.name)
    } catch (error) {
      notify.failedBecause(`${document.name} could not be downloaded.`, error)
    }
  }
  return (
    <Dialog
      title={data?.subject || document.name}
      size="lg"
      onClose={onClose}
      footer={
        <>
          <Button variant="default" onClick={() => void download()}>
            Download
          </Button>
          <Button onClick={onClose} data-autofocus>
            Close
          </Button>
        </>
      }
    >
      <MessagePreview document={document} />
      {mayWrite && data && data.attachments.length > 0 && (
        <section className="received__attachments" aria-label="Attach to the job">
          {data.attachments.map(({ name, size }, position) => (
            <Button
              key={`${position} ${name}`}
              variant="default"
              size="compact-sm"
              disabled={file.isPending}
              onClick={() => void attach(position, name)}
            >
              Attach {name} to the job, {sizeText(size)}
            </Button>
          ))}
        </section>
      )}
    </Dialog>
  )
}
