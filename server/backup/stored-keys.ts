import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '#server/config.ts'
import { codeFrom } from '#server/errors.ts'
import { isFileKey, OWN_FILES, ownerOf } from '#server/files/store.ts'

/** The key of every file of a company that the configured store holds; in no order. */
export async function* listStoredKeys({
  dataDir,
  s3,
}: Pick<Config, 'dataDir' | 's3'>): AsyncGenerator<string> {
  if (s3) {
    const [{ openS3Client }, { objectsBelow }] = await Promise.all([
      import('#server/files/s3.ts'),
      import('./s3-place.ts'),
    ])
    const client = openS3Client(s3)
    try {
      for await (const { key } of objectsBelow(client, s3.bucket, '')) if (isCompanyFile(key)) yield key
    } finally {
      client.destroy()
    }
    return
  }
  const folder = join(dataDir, 'files')
  for (const owner of await namesIn(folder))
    for (const name of await namesIn(join(folder, owner)))
      if (isCompanyFile(`${owner}/${name}`)) yield `${owner}/${name}`
}

const isCompanyFile = (key: string) => isFileKey(key) && ownerOf(key) !== OWN_FILES

const namesIn = (folder: string): Promise<string[]> =>
  readdir(folder).catch((error: unknown) => {
    if (codeFrom(error) === 'ENOENT' || codeFrom(error) === 'ENOTDIR') return []
    throw error
  })
