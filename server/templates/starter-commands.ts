import { TEMPLATE_TYPE } from '#contract/file-names.ts'
import type { DocumentTemplate } from '#contract/templates.ts'
import type { Database, Db } from '#server/db/db.ts'
import { newFileKey, type FileStore } from '#server/files/store.ts'
import type { AsUser } from '#server/route.ts'
import { requireFreePlaces } from './commands.ts'
import { findTemplate, insertTemplate } from './records.ts'
import { deleteStartedUploads, enterAccount, insertStartedUploads, templateNames } from './starter-records.ts'
import type { StarterTemplate } from './starter-templates.ts'

export type StarterDependencies = { files: FileStore; starters: readonly StarterTemplate[] }

/** Runs `found`, which answers whether it made the account, and keeps the starter templates with it: all or nothing. */
export async function foundCompanyWithStarters(
  { files, starters, database }: StarterDependencies & { database: Database },
  found: (db: Db, accountId: string) => Promise<boolean>,
): Promise<void> {
  const accountId = crypto.randomUUID()
  await withStoredStarters(
    {
      files,
      starters,
      accountId,
      inAccount: work =>
        database.transaction(async db => {
          await enterAccount(db, accountId)
          return work(db)
        }),
    },
    keep =>
      database.transaction(async db => {
        if (await found(db, accountId)) await keep(db)
      }),
  )
}

/** Gives an account the starter templates whose names are free, and answers those. */
export async function addStarters(
  { files, starters }: StarterDependencies,
  asUser: AsUser,
): Promise<DocumentTemplate[]> {
  const { accountId, wanted } = await asUser(async session => {
    const names = await templateNames(session.db, session.accountId)
    const missing = starters.filter(starter => !names.has(starter.fileName.toLowerCase()))
    await requireFreePlaces(session, missing.length)
    return { accountId: session.accountId, wanted: missing }
  })
  if (wanted.length === 0) return []
  const inAccount: Place['inAccount'] = work => asUser(({ db }) => work(db))
  return withStoredStarters({ files, starters: wanted, accountId, inAccount }, keep => inAccount(keep))
}

type Place = StarterDependencies & {
  accountId: string
  inAccount: <Result>(work: (db: Db) => Promise<Result>) => Promise<Result>
}

/**
 * Stores the starters' files and lets `save` keep them, in a transaction of its own. As with an upload, each
 * file is noted before its bytes are written, so that none is left unknown after a kill, and what was not kept is
 * deleted.
 */
async function withStoredStarters<Result>(
  { files, starters, accountId, inAccount }: Place,
  save: (keep: (db: Db) => Promise<DocumentTemplate[]>) => Promise<Result>,
): Promise<Result> {
  const stored = starters.map(starter => ({ ...starter, key: newFileKey(accountId) }))
  const keys = stored.map(({ key }) => key)
  await inAccount(db => insertStartedUploads(db, accountId, keys))
  try {
    await Promise.all(
      stored.map(({ key, bytes }) => files.put(key, inOnePiece(bytes), { limitBytes: bytes.length })),
    )
    return await save(async db => {
      const kept: DocumentTemplate[] = []
      for (const starter of stored) {
        const template = await insertStarter(db, accountId, starter)
        if (!template) continue
        kept.push(template)
        await deleteStartedUploads(db, accountId, [starter.key])
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

async function insertStarter(
  db: Db,
  accountId: string,
  starter: StarterTemplate & { key: string },
): Promise<DocumentTemplate | undefined> {
  const id = crypto.randomUUID()
  const { fileName, defaultDocumentName, description, missing, bytes, hash, key } = starter
  const isKept = await insertTemplate(db, accountId, {
    id,
    name: fileName,
    defaultDocumentName,
    type: TEMPLATE_TYPE,
    description,
    contentKey: key,
    contentHash: hash,
    size: bytes.length,
    // None has any: a test goes through them all.
    problems: [],
    leftPlaces: 0,
    missing,
  })
  return isKept ? (await findTemplate(db, accountId, id))?.template : undefined
}

async function* inOnePiece(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
