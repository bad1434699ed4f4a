import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { FileMissing, type FileStore } from '#server/files/store.ts'
import type { ZipStream } from '#server/files/zip-stream.ts'
import type { Collected, WantedFile } from './collect.ts'
import { indexPage } from './index-page.ts'
import { FILES_PATH, FORMAT, FORMAT_VERSION, type Manifest, MANIFEST_PATH, type RowFile } from './manifest.ts'
import { CHANGED_BY_IMPORT, exportedTables, leftOutTables } from './tables.ts'
import type { Workspace } from './workspace.ts'

export type Packing = {
  files: FileStore
  workspace: Workspace
  accountId: string
  exportedAt: Date
  schema: string
  productVersion: string
}

/** Fills the zip, which is still to be ended: rows, tables and pages from the workspace, files from the store, and last what describes it all. */
export async function pack(zip: ZipStream, collected: Collected, packing: Packing): Promise<void> {
  const tables: Record<string, RowFile> = {}
  for (const { name, path, draft, rows } of collected.tables)
    tables[name] = { path, rows, ...(await zip.add(path, draft.read())) }
  for (const { path, draft, start, end } of [...collected.csv, ...collected.pages])
    await zip.add(path, draft.read(start, end))
  const { list, fileBytes, missing } = await packFiles(zip, collected, packing)
  const { facts } = collected
  const { before, after } = indexPage({
    ...{ facts, missing },
    exportedAt: packing.exportedAt,
    jobCount: collected.jobCount,
    templates: collected.templates,
    csvPaths: collected.csv.map(({ path }) => path),
  })
  await zip.add('index.html', Readable.from(joined(before, collected.indexLines.read(), after)))
  const manifest: Manifest = {
    format: FORMAT,
    formatVersion: FORMAT_VERSION,
    schema: packing.schema,
    productVersion: packing.productVersion,
    company: { id: packing.accountId, name: facts.name },
    exportedAt: packing.exportedAt.toISOString(),
    tables,
    files: list,
    fileBytes,
    missing,
    leftOut: leftOut(),
    changedByImport: [...CHANGED_BY_IMPORT],
  }
  await zip.add(MANIFEST_PATH, Readable.from([`${JSON.stringify(manifest, null, 2)}\n`]))
}

async function* joined(before: string, middle: AsyncIterable<Buffer>, after: string): AsyncGenerator<Buffer> {
  yield Buffer.from(before)
  yield* middle
  yield Buffer.from(after)
}

/** Adds each file that the store has; one that it lost is named, and stops nobody from having all others. */
async function packFiles(
  zip: ZipStream,
  { files: wanted }: Collected,
  { files, workspace }: Packing,
): Promise<{ list: RowFile; fileBytes: number; missing: Manifest['missing'] }> {
  const list = await workspace.draft()
  const missing: Manifest['missing'] = []
  let fileBytes = 0
  let rows = 0
  for await (const line of createInterface({ input: wanted.read(), crlfDelay: Number.POSITIVE_INFINITY })) {
    const { key, path } = JSON.parse(line) as WantedFile
    const content = await contentOf(files, key)
    if (!content) {
      missing.push({ key, path })
      continue
    }
    // Documents and pictures are compressed already.
    const packed = await zip.add(path, content, { compress: false })
    await list.append(`${rows === 0 ? '[\n' : ',\n'}${JSON.stringify({ key, path, ...packed })}`)
    rows += 1
    fileBytes += packed.bytes
  }
  await list.append(rows === 0 ? '[]\n' : '\n]\n')
  await list.end()
  const packed = await zip.add(FILES_PATH, list.read())
  return { list: { path: FILES_PATH, rows, ...packed }, fileBytes, missing }
}

async function contentOf(files: FileStore, key: string): Promise<Readable | undefined> {
  try {
    return await files.get(key)
  } catch (error) {
    if (error instanceof FileMissing) return undefined
    throw error
  }
}

/** Every table and column that no export holds. */
function leftOut(): Record<string, string> {
  const columns = Object.entries(exportedTables).flatMap(([table, exported]) =>
    Object.entries(exported.leftOut ?? {}).map(([column, reason]) => [`${table}.${column}`, reason] as const),
  )
  return Object.fromEntries([...Object.entries(leftOutTables), ...columns])
}
