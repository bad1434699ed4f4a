import type { QueryClient } from '@tanstack/react-query'
import type { ReferenceKind } from '#contract/reference-kinds.ts'
import type { Reference } from '#contract/references.ts'
import { isRecord } from '#contract/typed-objects.ts'
import { useDraftKey } from '#web/lib/kept-drafts.ts'
import { isProblem } from '#web/lib/problem.ts'
import { jobQuery } from '#web/records/queries.ts'
import type { DateRules } from '#web/ui/entry/read-date.ts'
import type { RowValues } from '#web/ui/grid/columns.ts'
import { type KeptCalls, useKeptRows } from '#web/ui/grid/kept-rows.ts'
import { refusalOf } from '#web/ui/grid/use-row-queue.ts'
import { notify } from '#web/ui/notice/notify.ts'
import {
  addKind,
  changeReference,
  kindsQuery,
  REFERENCES_DRAFT,
  type ReferenceInput,
  referencesQuery,
  storeReferences,
} from './queries.ts'
import {
  isEmptyReference,
  isKnownKind,
  isReadable,
  referenceColumns,
  referenceRow,
} from './reference-columns.ts'

/** The id of the kind of this name, which is added where the company has none. */
async function idOfKind(client: QueryClient, name: string): Promise<string> {
  const bears = (kind: ReferenceKind) => kind.name.toLowerCase() === name.toLowerCase()
  const known = (await client.fetchQuery(kindsQuery)).find(bears)
  if (known) return known.id
  try {
    const added = await addKind(name)
    client.setQueryData(kindsQuery.queryKey, before => before && [...before, added])
    notify.done(`“${added.name}” is now a kind of reference of your company.`)
    return added.id
  } catch (error) {
    // Somebody has added it at the same moment.
    const current = isProblem(error, 'already_exists') ? error.problem.current : null
    if (isRecord(current) && typeof current['id'] === 'string') return current['id']
    throw error
  }
}

/** The cells of a row as they are sent: a text of blanks alone is none, a new kind is added first. */
async function inputOf(client: QueryClient, values: RowValues): Promise<Partial<ReferenceInput>> {
  const tidy = Object.fromEntries(
    Object.entries(values).map(([field, value]) => [
      field,
      typeof value === 'string' ? value.trim() || null : value,
    ]),
  ) as Partial<ReferenceInput>
  const { kind } = tidy
  if (kind === undefined || kind === null || isKnownKind(kind)) return tidy
  return { ...tidy, kind: await idOfKind(client, kind) }
}

const noRules: DateRules = { today: '2000-01-01', country: null, locale: 'en' }

function callsOf(client: QueryClient, jobId: string): KeptCalls {
  const query = referencesQuery(jobId)
  const show = (references: readonly Reference[]) => {
    const changed = new Map(references.map(one => [one.id, one]))
    client.setQueryData(query.queryKey, stored => {
      if (!stored) return stored
      const known = new Set(stored.map(one => one.id))
      return [
        ...stored.map(one => changed.get(one.id) ?? one),
        ...references.filter(one => !known.has(one.id)),
      ]
    })
    return references.map(referenceRow)
  }
  return {
    add: async rows => {
      const sent: ({ id: string } & ReferenceInput)[] = []
      // One after the other: two rows of one new kind share it.
      for (const { id, values } of rows) {
        const input = await inputOf(client, values)
        sent.push({ ...input, id, kind: input.kind ?? '' })
      }
      return show(await storeReferences(jobId, sent))
    },
    change: async (id, values, version) => {
      const [row] = show([await changeReference(id, await inputOf(client, values), version)])
      if (!row) throw new Error('The server answered no reference.')
      return row
    },
    reload: async () => (await client.fetchQuery({ ...query, staleTime: 0 })).map(referenceRow),
    isReadable,
    isEmpty: isEmptyReference,
    unseen: failure => {
      const number = client.getQueryData(jobQuery(jobId).queryKey)?.jobId
      return `References of job ${number ?? ''} are not saved yet. ${failure} They are kept: open the job’s Details.`
    },
    onEmpty: () => void client.invalidateQueries({ queryKey: query.queryKey }),
    refusalOf: error => refusalOf(error, referenceColumns([], noRules)),
  }
}

/** The cells of a job’s references that are not stored yet; wants its draft to be ready. */
export const useReferenceRows = (jobId: string) =>
  useKeptRows(useDraftKey(REFERENCES_DRAFT)(jobId), client => callsOf(client, jobId))
