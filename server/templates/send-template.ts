import type { FastifyReply } from 'fastify'
import { LRUCache } from 'lru-cache'
import { sendBytes, sendFile } from '#server/files/downloads.ts'
import { FileMissing, ownerOf, wholeFile } from '#server/files/store.ts'
import type { TemplateDependencies } from './commands.ts'
import { asRefusal } from './word-refusals.ts'

const MEDIA_TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml.template'

/** Keys of files in which nothing leads elsewhere: a key is written once, so what it names never changes. */
const harmless = new LRUCache<string, true>({ max: 10_000 })

type Wanted = { key: string; name: string; size: number }

/**
 * A template's file for whoever opens it in Word, which then loads nothing from elsewhere: what was uploaded is kept as
 * it came, so that its report says what was in it, and goes out without it.
 */
export async function sendTemplate(
  reply: FastifyReply,
  { files, word }: Pick<TemplateDependencies, 'files' | 'word'>,
  { key, name, size }: Wanted,
) {
  const file = { key, name, size, mediaType: MEDIA_TYPE, mayRunCode: false }
  if (harmless.has(key)) return sendFile(reply, files, file)
  const safe = await word
    .safe({ company: ownerOf(key), bytes: () => wholeFile(files, { key, size }) })
    .catch((error: unknown) => {
      // What is missing is said below.
      if (error instanceof FileMissing) return null
      throw asRefusal(error)
    })
  if (safe) return sendBytes(reply, safe, file)
  harmless.set(key, true)
  return sendFile(reply, files, file)
}
