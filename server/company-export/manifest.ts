import { z } from 'zod'

/** How an export says what it is. */
export const FORMAT = 'lading-company-export'
/** Counted up when something that reads exports could not read one any more. */
export const FORMAT_VERSION = 1

export const MANIFEST_PATH = 'data/manifest.json'
/** Which file of the zip has the content of which key of the file store. */
export const FILES_PATH = 'data/files.json'

const hash = z.string().regex(/^[0-9a-f]{64}$/)
const bytes = z.int().min(0)

/** A file of rows: a JSON array with one row on each line. */
const rowFile = z.object({ path: z.string(), rows: z.int().min(0), bytes, sha256: hash })
export type RowFile = z.infer<typeof rowFile>

/** Read before anything else of a zip is believed. */
export const manifestHead = z.object({ format: z.literal(FORMAT), formatVersion: z.int().min(1) })

export const manifest = manifestHead.extend({
  /** The last migration of the database that the rows come from. */
  schema: z.string(),
  productVersion: z.string(),
  company: z.object({ id: z.guid(), name: z.string() }),
  exportedAt: z.iso.datetime(),
  tables: z.record(z.string(), rowFile),
  files: rowFile,
  /** Bytes of all files together. */
  fileBytes: bytes,
  /** Files that the file store did not have. */
  missing: z.array(z.object({ key: z.string(), path: z.string() })),
  /** Tables and columns that no export holds, each with the reason. */
  leftOut: z.record(z.string(), z.string()),
  changedByImport: z.array(z.string()),
})
export type Manifest = z.infer<typeof manifest>

/** One line of FILES_PATH. */
export const fileEntry = z.object({ key: z.string(), path: z.string(), bytes, sha256: hash })
export type FileEntry = z.infer<typeof fileEntry>
