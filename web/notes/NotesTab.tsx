import { Button, Group, Stack, Text } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { type Note, noteFields } from '#contract/notes.ts'
import { useRestoreRemoved } from '#web/history/queries.ts'
import { momentText } from '#web/lib/format.ts'
import { useMay } from '#web/lib/membership.ts'
import { newId } from '#web/lib/new-id.ts'
import { isProblem } from '#web/lib/problem.ts'
import { ConflictBanner } from '#web/ui/record-form/ConflictBanner.tsx'
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx'
import { FormTextArea } from '#web/ui/form/form-fields.tsx'
import { showProblem } from '#web/ui/form/form-problems.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { useRecordForm } from '#web/ui/record-form/record-form.ts'
import { EmptyState, FailedState, FormSkeleton } from '#web/ui/page/states.tsx'
import { useRemoval } from '#web/ui/dialog/use-removal.ts'
import { useDeleteNote, useNotes, useSaveNote } from './queries.ts'

/** What people tell each other about a job, the newest first. */
export function NotesTab({ jobId }: { jobId: string }) {
  const { data: notes, error, refetch } = useNotes(jobId)
  const [edited, setEdited] = useState<Note | 'new'>()
  const mayWrite = useMay('notes:write')
  const putBack = useRestoreRemoved()
  const deleteNote = useDeleteNote(jobId)
  const remove = useRemoval<Note>({
    name: () => 'The note',
    remove: ({ id }) => deleteNote(id),
    restore: async note => putBack(note.id).then(() => note),
    of: jobId,
  })
  if (error)
    return <FailedState title="The notes could not be loaded." error={error} onRetry={() => void refetch()} />
  if (!notes) return <FormSkeleton fields={3} />
  return (
    <Stack maw={760} gap={20}>
      {mayWrite && (
        <Group justify="flex-end">
          <Button onClick={() => setEdited('new')}>Add Note</Button>
        </Group>
      )}
      {notes.length === 0 && (
        <EmptyState title="No notes yet." hint="Notes tell everybody here what a job’s papers do not." />
      )}
      {notes.map(note => (
        <article key={note.id} aria-label={`Note by ${note.author.displayName}`}>
          <Group justify="space-between" wrap="nowrap" mih={32}>
            <Text size="sm" c="dimmed">
              <strong>{note.author.displayName}</strong>{' '}
              <time dateTime={note.writtenAt}>{momentText(note.writtenAt)}</time>
              {note.version > 1 && ', edited'}
            </Text>
            {mayWrite && (
              <Group gap={0} wrap="nowrap">
                <IconButton label="Edit note" icon={IconPencil} onClick={() => setEdited(note)} />
                <IconButton
                  label="Delete note"
                  icon={IconTrash}
                  destructive
                  onClick={() => void remove(note)}
                />
              </Group>
            )}
          </Group>
          <Text style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }} dir="auto">
            {note.text}
          </Text>
        </article>
      ))}
      {edited && (
        <NoteDialog
          jobId={jobId}
          note={edited === 'new' ? null : edited}
          onClose={() => setEdited(undefined)}
        />
      )}
    </Stack>
  )
}

type DialogProps = { jobId: string; note: Note | null; onClose: () => void }
type Values = { text: string | null }

const storedOf = (note: Note | null) => ({
  values: { text: note?.text ?? null },
  version: note?.version ?? 0,
})
const fieldOf = (path: string) => (path === 'text' ? path : null)

function NoteDialog({ jobId, note, onClose }: DialogProps) {
  const [id] = useState(() => note?.id ?? newId())
  const record = useRecordForm<Values>(storedOf(note))
  const { form, conflict } = record
  const saveNote = useSaveNote(jobId, id)
  const submit = form.handleSubmit(async () => {
    record.settle()
    record.closeConflict()
    try {
      const send = ({ text }: Values, _: unknown, version: number) => saveNote({ text: text ?? '', version })
      await record.save({ send, read: storedOf, fieldOf })
      onClose()
    } catch (error) {
      if (!isProblem(error, 'changed_meanwhile')) throw error
    }
  })
  return (
    <FormDialog
      title={note ? 'Edit Note' : 'New Note'}
      onClose={onClose}
      onSubmit={submit}
      isUnsaved={form.formState.isDirty}
      explain={error => showProblem(form, error, fieldOf)}
    >
      {conflict && (
        <ConflictBanner
          message={conflict.problem.message}
          contested={conflict.contested.map(field => ({
            field,
            label: noteFields.text.label,
            mine: form.getValues(field) ?? '',
            theirs: conflict.theirs[field] ?? '',
          }))}
          mine={record.mine}
          onChoose={(_, isMine) => record.choose('text', isMine)}
        />
      )}
      <FormTextArea control={form.control} name="text" label={noteFields.text.label} rows={8} />
    </FormDialog>
  )
}
