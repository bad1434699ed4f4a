import { templateFileName } from '#contract/file-names.ts'
import type { Upload } from '#server/documents/upload.ts'
import { busy } from '#server/errors.ts'
import { type FileStore, ownerOf, wholeFile } from '#server/files/store.ts'
import { FairQueue } from '#server/fair-queue.ts'
import { asTemplate } from '#server/word/file/as-template.ts'
import { asRefusal } from './word-refusals.ts'

// Each has its whole file in memory, twice.
const turns = new FairQueue({
  atOnce: 4,
  ofOneCompany: 2,
  waiting: 50,
  full: () =>
    busy('Your company is uploading too many Word documents at once. Send this one again in a minute.'),
})

/** An upload whose document has become a template: in the file store, by its name and by its hash. */
export async function acceptAsTemplate<Fields>(
  { files, uploadLimitBytes }: { files: FileStore; uploadLimitBytes: number },
  upload: Upload<Fields>,
): Promise<Upload<Fields>> {
  const { key, size, fileName } = upload
  const stored = await turns.take(ownerOf(key), async () => {
    const template = await asTemplate(await wholeFile(files, { key, size })).catch((error: unknown) => {
      throw asRefusal(error)
    })
    // Another list of contents makes a small difference; one that was at the limit stays accepted.
    return files.put(key, inOnePiece(template), { limitBytes: uploadLimitBytes + 1024 * 1024 })
  })
  return { ...upload, ...stored, fileName: templateFileName(fileName) }
}

async function* inOnePiece(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
