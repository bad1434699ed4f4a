import { queryOptions, useQuery } from '@tanstack/react-query'
import {
  createReferenceKind,
  deleteReferenceKind,
  listReferenceKinds,
  type ReferenceKind,
  updateReferenceKind,
} from '#contract/reference-kinds.ts'
import {
  addReferences,
  deleteReference,
  listReferences,
  type Reference,
  removeReferences,
  updateReference,
} from '#contract/references.ts'
import { call } from '#web/lib/call.ts'
import { newId } from '#web/lib/new-id.ts'
import { useChange } from '#web/lib/queries.ts'

const KEY = 'references'
/** Of what is typed into a job’s references and not stored yet. */
export const REFERENCES_DRAFT = 'references'
const KINDS = ['reference kinds'] as const

/** A job's references, in their order. */
export const referencesQuery = (jobId: string) =>
  queryOptions({
    queryKey: [KEY, jobId],
    queryFn: ({ signal }) => call(listReferences, { query: { shipmentId: jobId }, signal }),
  })
export const useReferences = (jobId: string) => useQuery(referencesQuery(jobId))

/** The company's own kinds of references. */
export const kindsQuery = queryOptions({
  queryKey: KINDS,
  queryFn: ({ signal }) => call(listReferenceKinds, { signal }),
})
export const useKinds = () => useQuery(kindsQuery)

export type ReferenceInput = { kind: string; number?: string | null; date?: string | null }

/** Stores the rows that were typed or pasted; the same call again stores nothing twice. */
export const storeReferences = (
  shipmentId: string,
  references: readonly ({ id: string } & ReferenceInput)[],
): Promise<Reference[]> => call(addReferences, { body: { shipmentId, references: [...references] } })

export const changeReference = (
  id: string,
  input: Partial<ReferenceInput>,
  version: number,
): Promise<Reference> => call(updateReference, { body: { id, ...input }, ifMatch: version })

export const useDeleteReference = (jobId: string) =>
  useChange([KEY, jobId], (id: string) => call(deleteReference, { params: { id } }))

/** Takes back references that were pasted, unless somebody has changed them since: those are answered. */
export const useTakeBack = (jobId: string) =>
  useChange([KEY, jobId], async (references: readonly { id: string; version: number }[]) => {
    const sent = { shipmentId: jobId, references: [...references] }
    return (await call(removeReferences, { body: sent })).changed
  })

export const addKind = (name: string): Promise<ReferenceKind> =>
  call(createReferenceKind, { body: { id: newId(), name } })

export const useAddKind = () => useChange(KINDS, addKind)

export const useRenameKind = () =>
  useChange(KINDS, ({ kind: { id, version }, name }: { kind: ReferenceKind; name: string }) =>
    call(updateReferenceKind, { body: { id, name }, ifMatch: version }),
  )

export const useDeleteKind = () =>
  useChange(KINDS, (id: string) => call(deleteReferenceKind, { params: { id } }))
