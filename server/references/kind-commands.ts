import {
  builtInKinds,
  isBuiltInKind,
  isSameKindName,
  MAX_REFERENCE_KINDS,
  type ReferenceKind,
} from '#contract/reference-kinds.ts'
import type { Session } from '#server/db/db.ts'
import { AppError, invalid, notFound } from '#server/errors.ts'
import { createOnce } from '#server/records/repeat.ts'
import { deleteRow, insertRow, updateRow } from '#server/records/row-records.ts'
import { lockForChange, quoted, type VersionedRow } from '#server/records/versions.ts'
import {
  countJobsOfKind,
  findKind,
  holdKinds,
  kindOfName,
  listKinds,
  referenceKindColumns,
} from './kind-records.ts'

const table = 'reference_kinds'

async function load({ db, accountId }: Session, id: string): Promise<ReferenceKind> {
  const kind = await findKind(db, accountId, id)
  if (!kind) throw notFound('kind of reference')
  return kind
}

const versioned: VersionedRow<ReferenceKind> = {
  table,
  what: 'kind of reference',
  title: ({ name }) => quoted(name),
  columns: referenceKindColumns,
  load,
}

/** Two kinds of one name could not be told apart. */
async function requireNewName(
  { db, accountId }: Session,
  name: string,
  id: string | undefined,
): Promise<void> {
  const builtIn = Object.values(builtInKinds).find(label => isSameKindName(label, name))
  if (builtIn !== undefined) throw invalid('name', `${builtIn} is a built-in kind of reference.`)
  const current = await kindOfName(db, accountId, name)
  if (current && current.id !== id)
    throw new AppError(
      'already_exists',
      `There is a kind of reference called ${quoted(current.name)} already.`,
      {
        current,
      },
    )
}

/** Calls made at once may pass it together: the limit keeps the list short, and is no quota. */
async function requireRoom({ db, accountId }: Session): Promise<true> {
  if ((await listKinds(db, accountId)).length <= MAX_REFERENCE_KINDS) return true
  throw new AppError(
    'limit_reached',
    `A company has at most ${MAX_REFERENCE_KINDS} kinds of references of its own. Delete one that is no longer used.`,
  )
}

export async function addKind(session: Session, sent: { id?: string | undefined; name: string }) {
  const { db, accountId } = session
  const { id = crypto.randomUUID(), name } = sent
  await requireNewName(session, name, id)
  return createOnce({
    what: 'A kind of reference',
    sent,
    insert: async () =>
      (await insertRow(db, table, { account_id: accountId, id, name })) && requireRoom(session),
    load: () => load(session, id),
  })
}

export async function renameKind(
  session: Session,
  { id, name }: { id: string; name: string },
  ifMatch: number | undefined,
): Promise<ReferenceKind> {
  await lockForChange(session, versioned, id, ifMatch)
  await requireNewName(session, name, id)
  await updateRow(session.db, table, session.accountId, id, { name })
  return load(session, id)
}

export async function removeKind(
  session: Session,
  id: string,
  ifMatch: number | undefined,
): Promise<undefined> {
  const { db, accountId } = session
  await lockForChange(session, versioned, id, ifMatch)
  const jobs = await countJobsOfKind(db, accountId, id)
  if (jobs > 0)
    throw new AppError(
      'in_use',
      `${jobs === 1 ? 'One job has a reference' : `${jobs} jobs have references`} of this kind. Delete ${jobs === 1 ? 'it' : 'them'} or choose another kind for ${jobs === 1 ? 'it' : 'them'} first.`,
    )
  await deleteRow(db, table, accountId, id)
}

/** Refuses kinds that the company does not have, each by its place among what was sent. */
export async function requireKinds(
  { db, accountId }: Session,
  sent: readonly { path: string; kind: unknown }[],
): Promise<void> {
  const own = sent.flatMap(({ path, kind }) =>
    typeof kind === 'string' && !isBuiltInKind(kind) ? [{ path, kind }] : [],
  )
  if (own.length === 0) return
  const found = await holdKinds(db, accountId, [...new Set(own.map(({ kind }) => kind))])
  const missing = own.find(({ kind }) => !found.has(kind))
  if (!missing) return
  const kinds = [
    ...Object.entries(builtInKinds),
    ...(await listKinds(db, accountId)).map(({ id, name }) => [id, name] as const),
  ]
  throw invalid(
    missing.path,
    `There is no kind of reference “${missing.kind}”, or it was removed. Choose another kind: ${kinds.map(([kind, name]) => `${name} (“${kind}”)`).join(', ')}.`,
  )
}
