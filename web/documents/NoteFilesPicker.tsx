import { useState } from 'react'
import { availableName } from '#contract/file-names.ts'
import type { Document } from '#contract/documents.ts'
import { sizeText } from '#web/lib/format.ts'
import { useMay } from '#web/lib/membership.ts'
import { messageOf } from '#web/lib/problem.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { useJob } from '#web/records/queries.ts'
import { useRemoval } from '#web/ui/dialog/use-removal.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { IconTrash } from '#web/ui/icons.ts'
import { notify } from '#web/ui/notice/notify.ts'
import { FileButton } from '#web/ui/upload/FileButton.tsx'
import { UploadList } from '#web/ui/upload/UploadList.tsx'
import { useUploads } from '#web/ui/upload/uploads.ts'
import { DocumentDialogs, type OpenDialog } from './DocumentDialogs.tsx'
import { previewKind } from './preview-kind.ts'
import { documentFile, useDocumentChanges, useUploadDocument } from './queries.ts'
import './note-files.css'

type Props = {
  jobId: string
  noteId: string
  files: readonly Document[]
  /** Asks for the notes anew. */
  onChanged: () => Promise<unknown>
}

async function download({ id, name }: Document) {
  try {
    saveFile(await documentFile(id), name)
  } catch (error) {
    notify.failedBecause(`${name} could not be downloaded.`, error)
  }
}

/** The files of a note: they are attachments of its job, and are opened and deleted as these are. */
export function NoteFilesPicker({ jobId, noteId, files, onChanged }: Props) {
  const { data: job } = useJob(jobId)
  const mayWrite = useMay('documents:write')
  const [dialog, setDialog] = useState<OpenDialog>()
  const [isOver, setIsOver] = useState(false)
  const changes = useDocumentChanges(jobId)
  const upload = useUploadDocument(jobId)
  const remove = useRemoval<Document>({
    name: ({ name }) => name,
    remove: ({ id }) => changes.remove(id).finally(() => void onChanged()),
    restore: ({ id }) => changes.restore(id).finally(() => void onChanged()),
    mayTryAgain: true,
    of: jobId,
  })
  const { uploads, add, retry, dismiss } = useUploads({
    explain: messageOf,
    send: async (file, onProgress, signal, id) => {
      // What stands on the job under this name is somebody's: this one has its own.
      const taken = job?.documents.map(({ name }) => name) ?? []
      const named = new File([file], availableName(file.name, taken), { type: file.type })
      await upload.mutateAsync({ id, noteId, file: named, onProgress, signal })
      await onChanged()
    },
  })
  if (!mayWrite && files.length === 0) return null
  return (
    <div
      className={isOver ? 'note-files note-files--over' : 'note-files'}
      onDragOver={event => {
        if (!mayWrite || !event.dataTransfer.types.includes('Files')) return
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={event => {
        setIsOver(false)
        if (!mayWrite || event.dataTransfer.files.length === 0) return
        event.preventDefault()
        add([...event.dataTransfer.files])
      }}
    >
      {files.length > 0 && (
        <ul className="note-files__list" aria-label="Files of the note">
          {files.map(file => (
            <li key={file.id} className="note-files__one">
              <button
                type="button"
                className="note-files__name"
                onClick={() =>
                  previewKind(file) ? setDialog({ kind: 'preview', document: file }) : void download(file)
                }
              >
                {file.name}
              </button>
              <span className="note-files__size">{sizeText(file.size)}</span>
              {mayWrite && (
                <IconButton
                  label={`Delete ${file.name}`}
                  icon={IconTrash}
                  destructive
                  onClick={() => void remove(file)}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      <UploadList uploads={uploads} onRetry={retry} onDismiss={dismiss} />
      {mayWrite && (
        <FileButton multiple size="compact-sm" variant="subtle" onFiles={add}>
          Attach files
        </FileButton>
      )}
      {dialog && (
        <DocumentDialogs
          jobId={jobId}
          open={dialog}
          onClose={() => setDialog(undefined)}
          onDownload={file => void download(file)}
          onMade={() => void onChanged()}
        />
      )}
    </div>
  )
}
