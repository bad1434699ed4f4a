import { TEMPLATE_TYPE } from '#contract/file-names.ts'
import { type PaperSize, paperSizes } from '#contract/paper-sizes.ts'
import type { DocumentTemplate } from '#contract/templates.ts'
import type { Database, Db } from '#server/db/db.ts'
import { newFileKey, type FileStore } from '#server/files/store.ts'
import type { AsUser } from '#server/route.ts'
import { requireFreePlaces } from './commands.ts'
import { findTemplate, insertTemplate, lockTemplate, replaceContent } from './records.ts'
import {
  deleteStartedUploads,
  enterAccount,
  insertStartedUploads,
  paperSizeOf,
  templateNames,
  templatesWithContent,
} from './starter-records.ts'
import type { StarterFile, StarterTemplate } from './starter-templates.ts'

export type StarterDependencies = { files: FileStore; starters: readonly StarterTemplate[] }

/** Runs `found`, which answers whether it made the account, and keeps the starter templates with it: all or nothing. */
export async function foundCompanyWithStarters(
  { files, starters, database }: StarterDependencies & { database: Database },
  found: (db: Db, accountId: string) => Promise<boolean>,
): Promise<void> {
  const accountId = crypto.randomUUID()
  await withStoredFiles(
    {
      files,
      starters: starters.map(starter => sized(starter, 'A4')),
      accountId,
      inAccount: work =>
        database.transaction(async db => {
          await enterAccount(db, accountId)
          return work(db)
        }),
    },
    keep =>
      database.transaction(async db => {
        if (await found(db, accountId)) await keep(db, insertStarter)
      }),
  )
}

/** Gives an account the starter templates whose names are free, on its size of paper, and answers those. */
export async function addStarters(
  { files, starters }: StarterDependencies,
  asUser: AsUser,
): Promise<DocumentTemplate[]> {
  const { accountId, wanted } = await asUser(async session => {
    const names = await templateNames(session.db, session.accountId)
    const missing = starters.filter(starter => !names.has(starter.fileName.toLowerCase()))
    await requireFreePlaces(session, missing.length)
    const size = await paperSizeOf(session.db, session.accountId)
    return { accountId: session.accountId, wanted: missing.map(starter => sized(starter, size)) }
  })
  if (wanted.length === 0) return []
  const inAccount: Place['inAccount'] = work => asUser(({ db }) => work(db))
  const kept = await withStoredFiles({ files, starters: wanted, accountId, inAccount }, keep =>
    inAccount(db => keep(db, insertStarter)),
  )
  return kept.flatMap(template => template ?? [])
}

/**
 * Puts the account's starter templates on its size of paper, but those that somebody has changed; what was there can be
 * restored like any replaced content. Called again, it does what is left.
 */
export async function fitStarters({ files, starters }: StarterDependencies, asUser: AsUser): Promise<void> {
  const { accountId, wanted } = await asUser(async session => {
    const size = await paperSizeOf(session.db, session.accountId)
    const others = starters.flatMap(starter =>
      paperSizes.filter(one => one !== size).map(one => ({ starter, hash: starter.files[one].hash })),
    )
    const found = await templatesWithContent(
      session.db,
      session.accountId,
      others.map(({ hash }) => hash),
    )
    return {
      accountId: session.accountId,
      wanted: found.flatMap(({ id, hash }) => {
        const starter = others.find(one => one.hash === hash)?.starter
        return starter ? [{ ...sized(starter, size), id, earlierHash: hash }] : []
      }),
    }
  })
  if (wanted.length === 0) return
  const inAccount: Place['inAccount'] = work => asUser(({ db }) => work(db))
  await withStoredFiles({ files, starters: wanted, accountId, inAccount }, keep =>
    inAccount(db => keep(db, replaceStarter)),
  )
}

type SizedStarter = Omit<StarterTemplate, 'files'> & StarterFile

export const sized = ({ files, ...starter }: StarterTemplate, size: PaperSize): SizedStarter => ({
  ...starter,
  ...files[size],
})

type Place<Starter = SizedStarter> = {
  files: FileStore
  starters: readonly Starter[]
  accountId: string
  inAccount: <Result>(work: (db: Db) => Promise<Result>) => Promise<Result>
}

/** What becomes of one whose file is stored; null where nothing came to need it. */
type KeepOne<Starter> = (
  db: Db,
  accountId: string,
  starter: Starter & { key: string },
) => Promise<DocumentTemplate | null>
type Keep<Starter> = (db: Db, one: KeepOne<Starter>) => Promise<(DocumentTemplate | null)[]>

/**
 * Stores the starters' files and lets `save` keep them, in a transaction of its own. As with an upload, each
 * file is noted before its bytes are written, so that none is left unknown after a kill, and what was not kept is
 * deleted.
 */
export async function withStoredFiles<Starter extends SizedStarter, Result>(
  { files, starters, accountId, inAccount }: Place<Starter>,
  save: (keep: Keep<Starter>) => Promise<Result>,
): Promise<Result> {
  const stored = starters.map(starter => ({ ...starter, key: newFileKey(accountId) }))
  const keys = stored.map(({ key }) => key)
  await inAccount(db => insertStartedUploads(db, accountId, keys))
  try {
    await Promise.all(
      stored.map(({ key, bytes }) => files.put(key, inOnePiece(bytes), { limitBytes: bytes.length })),
    )
    return await save(async (db, keepOne) => {
      const kept: (DocumentTemplate | null)[] = []
      for (const starter of stored) {
        const template = await keepOne(db, accountId, starter)
        kept.push(template)
        if (template) await deleteStartedUploads(db, accountId, [starter.key])
      }
      return kept
    })
  } finally {
    // What fails here, the nightly purge does.
    await inAccount(async db => {
      for (const key of await deleteStartedUploads(db, accountId, keys)) await files.delete(key)
    }).catch(() => undefined)
  }
}

const contentOf = ({ bytes, hash, key }: SizedStarter & { key: string }) => ({
  contentKey: key,
  contentHash: hash,
  size: bytes.length,
  // None has any: a test goes through them all.
  problems: [],
  leftPlaces: 0,
})

const insertStarter: KeepOne<SizedStarter> = async (db, accountId, starter) => {
  const id = crypto.randomUUID()
  const { fileName, defaultDocumentName, description, missing } = starter
  const isKept = await insertTemplate(db, accountId, {
    id,
    name: fileName,
    defaultDocumentName,
    type: TEMPLATE_TYPE,
    description,
    ...contentOf(starter),
    missing,
  })
  return isKept ? ((await findTemplate(db, accountId, id))?.template ?? null) : null
}

export const replaceStarter: KeepOne<SizedStarter & { id: string; earlierHash: string }> = async (
  db,
  accountId,
  starter,
) => {
  const { id, earlierHash, missing } = starter
  await lockTemplate(db, accountId, id)
  const now = await findTemplate(db, accountId, id)
  // Somebody else's content came meanwhile.
  if (!now || now.contentHash !== earlierHash) return null
  await replaceContent(db, accountId, id, { ...contentOf(starter), missing })
  return (await findTemplate(db, accountId, id))?.template ?? null
}

async function* inOnePiece(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
