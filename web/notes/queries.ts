import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createNote, deleteNote, listNotes, type Note, updateNote } from '#contract/notes.ts'
import { call } from '#web/lib/call.ts'
import { useChange } from '#web/lib/queries.ts'
import { saveOver } from '#web/ui/form/save-over.ts'

const notesOf = (jobId: string) => ['notes', jobId]

export const useNotes = (jobId: string) =>
  useQuery({
    queryKey: notesOf(jobId),
    queryFn: ({ signal }) => call(listNotes, { query: { shipmentId: jobId }, signal }),
  })

/** Version 0 is a note that is not stored yet. */
export const useSaveNote = (jobId: string) =>
  useChange(notesOf(jobId), ({ id, text, version, mentions }: Sent) =>
    version === 0
      ? call(createNote, { body: { id, shipmentId: jobId, text, mentions } })
      : saveOver({ text }, version, over =>
          call(updateNote, { body: { id, text, mentions }, ifMatch: over }),
        ),
  )

type Sent = Pick<Note, 'id' | 'text' | 'version'> & { mentions?: string[] }

/** Asks for the notes anew. */
export function useNotesAnew(jobId: string) {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: notesOf(jobId) })
}

export const useDeleteNote = (jobId: string) =>
  useChange(notesOf(jobId), (id: string) => call(deleteNote, { params: { id } }))
