import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Session } from '#server/db/db.ts'
import { AppError, busy } from '#server/errors.ts'
import { detectKind, type FileKind } from '#server/files/file-kind.ts'
import { newFileKey, ownerOf, type FileStore, type StoredFile } from '#server/files/store.ts'
import { minimumFileBytes, receiveForm } from '#server/files/uploads.ts'
import type { AsUser } from '#server/route.ts'
import { FairQueue } from '#server/fair-queue.ts'
import { withLowerCaseInitials } from '#server/wire-names.ts'
import { SlowUploads } from './slow-uploads.ts'
import { deleteStartedUpload, insertStartedUpload } from './upload-records.ts'

export type FileDependencies = { files: FileStore; uploadLimitBytes: number }

export type Upload<Fields> = StoredFile & {
  key: string
  fileName: string
  fields: Fields
  /** `fileName`: the one that counts, where it is not the one that was sent. */
  detectKind: (fileName?: string) => Promise<FileKind>
  /** Runs in a transaction which the file outlives if `work` answers `kept`. */
  save: <Result>(work: (session: Session) => Promise<{ result: Result; kept: boolean }>) => Promise<Result>
}

type Options<Fields extends z.ZodType> = FileDependencies & {
  asUser: AsUser
  request: FastifyRequest
  /** Whose `body` says which text fields the form has. */
  endpoint: { body?: Fields }
  acceptName?: (fileName: string) => void
}

const TOO_MANY_OF_YOURS = 'Your company is uploading too many files at once. Send this one again in a minute.'
const TOO_MANY = 'Too many files are being uploaded to the server. Send this one again in a minute.'

/**
 * A store elsewhere holds some megabytes of each file that is on its way. Where a score of companies fill all places,
 * the slowest uploads give up theirs to whoever waits.
 */
export const uploadQueue = new FairQueue({
  atOnce: 200,
  ofOneCompany: 8,
  waiting: 50,
  patience: 20_000,
  full: isOwn => busy(isOwn ? TOO_MANY_OF_YOURS : TOO_MANY),
})
const slowUploads = new SlowUploads(uploadQueue)

/**
 * Stores the file of a form, then lets `work` save what belongs to it. Permission is checked before the first
 * byte is taken, no transaction is open while bytes arrive, and a file that was not kept is deleted.
 */
export async function withUpload<Fields extends z.ZodType, Result>(
  { files, uploadLimitBytes, asUser, request, endpoint, acceptName }: Options<Fields>,
  work: (upload: Upload<z.output<Fields>>) => Promise<Result>,
): Promise<Result> {
  return withStoredFile({ files, asUser }, async (key, save) => {
    const receive = async () => {
      const unwatch = slowUploads.watch(request.raw)
      try {
        await files.requireRoom(key, { bytes: minimumFileBytes(request), isUpload: true })
        return await receiveForm(request, {
          limitBytes: uploadLimitBytes,
          ...(acceptName && { acceptName }),
          put: content => files.put(key, content, { limitBytes: uploadLimitBytes, isUpload: true }),
        })
      } finally {
        unwatch()
      }
    }
    const left = new AbortController()
    request.raw.once('close', () => left.abort())
    const form = await uploadQueue.take(ownerOf(key), receive, left.signal).catch((error: unknown) => {
      // Many clients read no answer before they have sent all.
      request.raw.resume()
      throw error
    })
    const { size, sha256, fileName, content } = form
    return work({
      key,
      size,
      sha256,
      fileName,
      fields: checkFields<Fields>(endpoint.body, form.fields),
      detectKind: (name = fileName) => detectKind(name, content, () => files.get(key)),
      save,
    })
  })
}

/** The same for a file that the server makes itself and puts under the key that `work` is given. */
export async function withStoredFile<Result>(
  dependencies: { files: FileStore; asUser: AsUser },
  work: (key: string, save: Upload<unknown>['save']) => Promise<Result>,
): Promise<Result> {
  return withStoredFiles(dependencies, 1, ([key = ''], save) => work(key, save))
}

/** The same for files that are kept in one transaction: all of them or none. */
export async function withStoredFiles<Result>(
  { files, asUser }: { files: FileStore; asUser: AsUser },
  count: number,
  work: (keys: readonly string[], save: Upload<unknown>['save']) => Promise<Result>,
): Promise<Result> {
  const keys = await asUser(async ({ db, accountId }) => {
    const newKeys = Array.from({ length: count }, () => newFileKey(accountId))
    for (const key of newKeys) await insertStartedUpload(db, accountId, key)
    return newKeys
  })
  let isKept = false
  const save: Upload<unknown>['save'] = async saving => {
    const { result, kept } = await asUser(async session => {
      const outcome = await saving(session)
      if (outcome.kept) for (const key of keys) await deleteStartedUpload(session.db, session.accountId, key)
      return outcome
    })
    isKept = kept
    return result
  }
  try {
    return await work(keys, save)
  } finally {
    if (!isKept) for (const key of keys) await discard(files, asUser, key)
  }
}

/**
 * Deletes a file that nothing refers to. After a commit of which no answer came, the note that the upload was
 * begun tells: it went if and only if the file was kept. What fails here, the nightly purge does.
 */
async function discard(files: FileStore, asUser: AsUser, key: string): Promise<void> {
  await asUser(async ({ db, accountId }) => {
    if (await deleteStartedUpload(db, accountId, key)) await files.delete(key)
  }).catch(() => undefined)
}

function checkFields<Fields extends z.ZodType>(
  body: Fields | undefined,
  sent: Record<string, unknown>,
): z.output<Fields> {
  if (!body) throw new Error('An endpoint that takes a form says which fields it has.')
  const checked = body.safeParse(withLowerCaseInitials(sent))
  if (checked.success) return checked.data
  const errors = checked.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }))
  throw new AppError('invalid_input', errors.map(({ path, message }) => `${path}: ${message}`).join(' '), {
    errors,
  })
}
