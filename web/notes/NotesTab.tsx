import { Button, Group, Stack, Text } from '@mantine/core'
import { IconPencil, IconTrash } from '#web/ui/icons.ts'
import { useEffect, useState } from 'react'
import type { Control } from 'react-hook-form'
import { labelsOf } from '#contract/field.ts'
import { namedIn, piecesOf } from '#contract/mentioned-names.ts'
import { type Note, noteFields } from '#contract/notes.ts'
import { useRestoreRemoved } from '#web/history/queries.ts'
import { forgetDraft, readDraft } from '#web/lib/drafts.ts'
import { useDraftKey, useHasDraft } from '#web/lib/kept-drafts.ts'
import { momentText } from '#web/lib/format.ts'
import { useMay, useMembership } from '#web/lib/membership.ts'
import { newId } from '#web/lib/new-id.ts'
import { NoteFilesPicker } from '#web/documents/NoteFilesPicker.tsx'
import { useReadMentions } from '#web/mentions/queries.ts'
import { useBound } from '#web/ui/form/form-fields.tsx'
import { useUsers } from '#web/users/queries.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { RecordDialog } from '#web/ui/record-form/RecordDialog.tsx'
import { Banner, EmptyState } from '#web/ui/page/states.tsx'
import { TabActions } from '#web/ui/page/TabActions.tsx'
import { Loaded } from '#web/ui/page/Loaded.tsx'
import { useRemoval } from '#web/ui/dialog/use-removal.ts'
import { MentionTextArea } from './MentionTextArea.tsx'
import { useDeleteNote, useNotes, useNotesAnew, useSaveNote } from './queries.ts'

// What is typed in a note outlives a reload: a new one by its job, a stored one by itself.
const NEW_DRAFT = 'new-note'
const DRAFT = 'note'

/** What people tell each other about a job, the newest first. */
export function NotesTab({ jobId }: { jobId: string }) {
  const mayWrite = useMay('notes:write')
  /** null: a new one. */
  const [edited, setEdited] = useState<Note | null>()
  useMentionsRead(jobId)
  const deleteNote = useDeleteNote(jobId)
  const readAgain = useNotesAnew(jobId)
  const remove = useRemoval<Note>({
    name: () => 'The note',
    remove: ({ id }) => deleteNote.mutateAsync(id),
    restore: useRestoreRemoved(),
    of: jobId,
  })
  return (
    <Loaded query={useNotes(jobId)} failed="The notes could not be loaded." fields={3}>
      {notes => (
        <Stack maw={760} gap={20}>
          {mayWrite && (
            <TabActions>
              <Button onClick={() => setEdited(null)}>Add Note</Button>
            </TabActions>
          )}
          {mayWrite && edited === undefined && (
            <KeptNote
              kind={NEW_DRAFT}
              id={jobId}
              what="The note that you started"
              onContinue={() => setEdited(null)}
            />
          )}
          {notes.length === 0 && (
            <EmptyState
              title="No notes yet."
              hint="Write down here what your colleagues should know about this job."
            />
          )}
          {notes.map(note => (
            <article key={note.id} aria-label={`Note by ${note.author.displayName}`}>
              <Group justify="space-between" wrap="nowrap" mih={32}>
                <Text size="sm" c="dimmed">
                  <strong>{note.author.displayName}</strong>{' '}
                  <time dateTime={note.writtenAt}>{momentText(note.writtenAt)}</time>
                  {note.edited && `, ${editedText(note)}`}
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
                <NoteText note={note} />
              </Text>
              <NoteFilesPicker jobId={jobId} noteId={note.id} files={note.files} onChanged={readAgain} />
              {mayWrite && edited === undefined && (
                <KeptNote
                  kind={DRAFT}
                  id={note.id}
                  what="What you changed in this note"
                  onContinue={() => setEdited(note)}
                />
              )}
            </article>
          ))}
          {edited !== undefined && (
            <NoteDialog jobId={jobId} note={edited} onClose={() => setEdited(undefined)} />
          )}
        </Stack>
      )}
    </Loaded>
  )
}

function editedText({ author, edited }: Note): string {
  if (!edited) return ''
  const by = edited.by && edited.by.id !== author.id ? ` by ${edited.by.displayName}` : ''
  return `edited${by} ${momentText(edited.at)}`
}

/** Whoever opens a job's notes has read what mentions them there. */
function useMentionsRead(jobId: string) {
  const { user } = useMembership()
  const { data: notes = [] } = useNotes(jobId)
  const { mutate } = useReadMentions()
  const mine = notes.filter(({ mentions }) => mentions.some(({ id }) => id === user.id))
  const seen = mine.map(({ id }) => id).join()
  useEffect(() => {
    if (seen) mutate(jobId)
  }, [seen, jobId, mutate])
}

function NoteText({ note: { text, mentions } }: { note: Note }) {
  let at = 0
  return piecesOf(
    text,
    mentions.map(({ displayName }) => ({ name: displayName })),
  ).map(piece => {
    at += piece.text.length
    return 'person' in piece ? (
      <span key={at} className="mention">
        {piece.text}
      </span>
    ) : (
      piece.text
    )
  })
}

type KeptNoteProps = { kind: string; id: string; what: string; onContinue: () => void }

/** Says that something was typed and not saved, as before a reload. */
function KeptNote({ kind, id, what, onContinue }: KeptNoteProps) {
  const key = useDraftKey(kind)(id)
  const isKept = useHasDraft(kind, [id])
  const draft = isKept ? readDraft(key) : undefined
  if (!draft) return null
  return (
    <Banner tone="warning">
      {what} on {momentText(draft.at)} was kept.{' '}
      <button type="button" className="banner__action" onClick={onContinue}>
        Continue
      </button>{' '}
      <button type="button" className="banner__action" onClick={() => forgetDraft(key)}>
        Discard it
      </button>
    </Banner>
  )
}

const labels = labelsOf(noteFields)
const storedOf = (note: Note | null) => ({
  values: { text: note?.text ?? null },
  version: note?.version ?? 0,
})

function NoteDialog({ jobId, note, onClose }: { jobId: string; note: Note | null; onClose: () => void }) {
  const [id] = useState(() => note?.id ?? newId())
  const [nextId] = useState(newId)
  const save = useSaveNote(jobId)
  const newDraftKey = useDraftKey(NEW_DRAFT)(jobId)
  const draftKey = useDraftKey(DRAFT)(id)
  const { data: users } = useUsers()
  const colleagues = users?.filter(({ active, signIn }) => active && signIn === 'ready')
  // Who has left stays mentioned where they were.
  const people = [...(colleagues ?? []), ...(note?.mentions ?? [])]
  /** Nothing where it is not known who there is: whom the text still names then stay. */
  const mentionsIn = (text: string) =>
    colleagues && {
      mentions: [
        ...new Set(
          namedIn(
            text,
            people.map(person => ({ id: person.id, name: person.displayName })),
          ).map(person => person.id),
        ),
      ],
    }
  return (
    <RecordDialog
      title={note ? 'Edit Note' : 'New Note'}
      stored={storedOf(note)}
      labels={labels}
      draftKey={note ? draftKey : newDraftKey}
      send={({ text }, _, version) =>
        save.mutateAsync({ id, text: text ?? '', version, ...mentionsIn(text ?? '') })
      }
      read={storedOf}
      anew={{
        noun: 'note',
        send: ({ text }) =>
          save.mutateAsync({ id: nextId, text: text ?? '', version: 0, ...mentionsIn(text ?? '') }),
      }}
      onClose={onClose}
    >
      {control => <NoteField control={control} people={colleagues ?? []} />}
    </RecordDialog>
  )
}

type NoteFieldProps = {
  control: Control<{ text: string | null }>
  people: readonly { id: string; displayName: string }[]
}

function NoteField({ control, people }: NoteFieldProps) {
  const { ref, name: _name, ...bound } = useBound<{ text: string | null }, string | null>(control, 'text')
  return <MentionTextArea {...bound} label={labels.text} people={people} inputRef={ref} />
}
