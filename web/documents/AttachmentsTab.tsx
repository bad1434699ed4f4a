import { Button } from '@mantine/core'
import { useState } from 'react'
import type { Document } from '#contract/documents.ts'
import { useJob } from '#web/jobs/queries.ts'
import { mediumDateText } from '#web/lib/format.ts'
import { useMay } from '#web/lib/membership.ts'
import { messageOf } from '#web/lib/problem.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { TemplatePicker } from '#web/templates/TemplatePicker.tsx'
import type { Column } from '#web/ui/columns.ts'
import { DataTable } from '#web/ui/DataTable.tsx'
import { FileButton } from '#web/ui/FileButton.tsx'
import { LazyFileDrop } from '#web/ui/LazyFileDrop.tsx'
import { notify } from '#web/ui/notify.ts'
import { EmptyState } from '#web/ui/states.tsx'
import { UploadList } from '#web/ui/UploadList.tsx'
import { GenerationStatus } from './GenerationStatus.tsx'
import { documentFile } from './queries.ts'
import { useDocumentUploads } from './use-document-uploads.ts'
import { useGeneration } from './use-generation.ts'

const columns: readonly Column<Document>[] = [
  { id: 'name', header: 'Name', text: document => document.name, grow: true, width: 320 },
  { id: 'type', header: 'Type', text: document => document.type, width: 180 },
  { id: 'date', header: 'Date', text: document => mediumDateText(document.date), width: 140 },
]

async function download({ id, name }: Document) {
  try {
    saveFile(await documentFile(id), name)
  } catch (error) {
    notify.failed(`${name} could not be downloaded. ${messageOf(error)}`)
  }
}

/** A job's files, and the documents made for it. */
export function AttachmentsTab({ jobId }: { jobId: string }) {
  const { data: job, error, refetch } = useJob(jobId)
  const [selectedId, setSelectedId] = useState<string>()
  const [isChoosing, setIsChoosing] = useState(false)
  const mayWrite = useMay('documents:write')
  const { uploads, add, retry, dismiss } = useDocumentUploads(jobId, job?.documents ?? [], setSelectedId)
  const generation = useGeneration(jobId, setSelectedId)

  const toolbar = mayWrite && (
    <>
      <FileButton multiple onFiles={add}>
        Upload Files
      </FileButton>
      <Button loading={generation.state.kind === 'working'} onClick={() => setIsChoosing(true)}>
        Generate Document
      </Button>
    </>
  )
  return (
    <>
      <GenerationStatus state={generation.state} onDismiss={generation.dismiss} />
      <UploadList uploads={uploads} onRetry={retry} onDismiss={dismiss} />
      <DataTable
        label="Attachments"
        columns={columns}
        rows={job?.documents}
        rowId={document => document.id}
        error={error}
        onRetry={() => void refetch()}
        selectedId={selectedId}
        onSelect={document => setSelectedId(document.id)}
        onOpen={document => void download(document)}
        toolbar={toolbar}
        empty={
          <EmptyState
            title="No attachments yet."
            hint={mayWrite ? 'Upload files, drop them on this page, or generate a document.' : ''}
          />
        }
      />
      {mayWrite && <LazyFileDrop invitation="Drop files to attach them to this job" onFiles={add} />}
      {isChoosing && (
        <TemplatePicker
          onClose={() => setIsChoosing(false)}
          onChosen={template => {
            setIsChoosing(false)
            void generation.start(template)
          }}
        />
      )}
    </>
  )
}
