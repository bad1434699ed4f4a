import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { createNote, deleteNote, listNotes, updateNote } from '#contract/notes.ts'
import { call } from '#web/lib/call.ts'
import { saveOver } from '#web/ui/form/save-over.ts'

const notesKey = (jobId: string) => ['notes', jobId]

export const useNotes = (jobId: string) =>
  useQuery({
    queryKey: notesKey(jobId),
    queryFn: ({ signal }) => call(listNotes, { query: { shipmentId: jobId }, signal }),
  })

function useNoteChange<Variables, Reply>(
  jobId: string,
  mutationFn: (variables: Variables) => Promise<Reply>,
) {
  const client = useQueryClient()
  const onSettled = () => client.invalidateQueries({ queryKey: notesKey(jobId) })
  return useMutation({ mutationFn, onSettled }).mutateAsync
}

/** Version 0 is a note that is not stored yet. */
export const useSaveNote = (jobId: string, id: string) =>
  useNoteChange(jobId, ({ text, version }: { text: string; version: number }) =>
    version === 0
      ? call(createNote, { body: { id, shipmentId: jobId, text } })
      : saveOver({ text }, version, over => call(updateNote, { body: { id, text }, ifMatch: over })),
  )

export const useDeleteNote = (jobId: string) =>
  useNoteChange(jobId, (id: string) => call(deleteNote, { params: { id } }))
