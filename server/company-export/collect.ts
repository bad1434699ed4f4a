import { entriesOf } from '#contract/typed-objects.ts'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { CSV_BEGINNING, csvLine } from '#server/csv.ts'
import {
  companyLines,
  contactLine,
  csvHeadings,
  type CsvLine,
  type CsvName,
  jobLines,
  mailLine,
} from './csv-tables.ts'
import { indexLine } from './index-page.ts'
import { jobPage, jobPagePath } from './job-page.ts'
import { Places } from './places.ts'
import type { CompanySnapshot } from './snapshot-records.ts'
import { exportedTables } from './tables.ts'
import {
  type CompanyFacts,
  type JobView,
  readContacts,
  readFacts,
  readJobs,
  readOtherMails,
  readTemplateFiles,
} from './view-records.ts'
import type { Draft, Workspace } from './workspace.ts'

// Folders of what does not stand among the present files.
const DELETED = 'Deleted'
const REPLACED = 'Earlier versions'
const MESSAGES = 'E-mails'

/** A file of the zip that was written into the workspace. */
export type Written = { path: string; draft: Draft; start?: number; end?: number }
/** A file of the company, and where it stands in the zip. */
export type WantedFile = { key: string; path: string }

/** What was read of the company, before the first byte is sent. */
export type Collected = {
  facts: CompanyFacts
  tables: { name: string; path: string; draft: Draft; rows: number }[]
  csv: Written[]
  pages: Written[]
  indexLines: Draft
  jobCount: number
  /** One WantedFile as JSON on each line. */
  files: Draft
  templates: { name: string; path: string }[]
}

/** Writes all rows of the company, its tables for people and its pages into the workspace. */
export async function collect(snapshot: CompanySnapshot, workspace: Workspace): Promise<Collected> {
  const facts = await readFacts(snapshot)
  const tables = await writeTables(snapshot, workspace)
  const csv = await CsvFiles.open(workspace)
  const files = await workspace.draft()
  const want = async (wanted: WantedFile): Promise<void> => files.append(`${JSON.stringify(wanted)}\n`)
  for (const line of companyLines(facts)) await csv.add(line)
  for await (const { organisation, contact } of readContacts(snapshot))
    await csv.add(contactLine(organisation, contact))
  const jobs = await writeJobs(snapshot, { workspace, facts, csv, want })
  const otherMails = new Places(`files/${MESSAGES}`)
  for await (const mail of readOtherMails(snapshot)) {
    const path = otherMails.take(`${mail.subject || 'E-mail'}.eml`)
    await want({ key: mail.message_key, path })
    await csv.add(mailLine(null, mail, () => path))
  }
  const templates = await placeTemplates(snapshot, want)
  const { logo_key: logo, logo_media_type: type } = facts.settings
  if (logo) await want({ key: logo, path: `files/Logo.${type === 'image/png' ? 'png' : 'jpg'}` })
  await files.end()
  return { facts, tables, csv: await csv.end(), ...jobs, files, templates }
}

async function writeTables(snapshot: CompanySnapshot, workspace: Workspace): Promise<Collected['tables']> {
  const tables: Collected['tables'] = []
  for (const [name, table] of entriesOf(exportedTables)) {
    const draft = await workspace.draft()
    let rows = 0
    for await (const texts of snapshot.rows(name, table)) {
      await draft.append(`${rows === 0 ? '[\n' : ',\n'}${texts.join(',\n')}`)
      rows += texts.length
    }
    await draft.append(rows === 0 ? '[]\n' : '\n]\n')
    await draft.end()
    tables.push({ name, path: `data/${name}.json`, draft, rows })
  }
  return tables
}

class CsvFiles {
  readonly #drafts: ReadonlyMap<CsvName, Draft>

  private constructor(drafts: ReadonlyMap<CsvName, Draft>) {
    this.#drafts = drafts
  }

  static async open(workspace: Workspace): Promise<CsvFiles> {
    const drafts = new Map<CsvName, Draft>()
    for (const [name, headings] of entriesOf(csvHeadings)) {
      const draft = await workspace.draft()
      await draft.append(CSV_BEGINNING + csvLine(headings))
      drafts.set(name, draft)
    }
    return new CsvFiles(drafts)
  }

  async add({ table, cells }: CsvLine): Promise<void> {
    await this.#drafts.get(table)?.append(csvLine(cells))
  }

  async end(): Promise<Written[]> {
    for (const draft of this.#drafts.values()) await draft.end()
    return [...this.#drafts].map(([name, draft]) => ({ path: `csv/${name}.csv`, draft }))
  }
}

type ForJobs = {
  workspace: Workspace
  facts: CompanyFacts
  csv: CsvFiles
  want: (file: WantedFile) => Promise<void>
}

/** All pages stand one after the other in one draft: a file for each would be far too many for a folder. */
async function writeJobs(
  snapshot: CompanySnapshot,
  { workspace, facts, csv, want }: ForJobs,
): Promise<Pick<Collected, 'pages' | 'indexLines' | 'jobCount'>> {
  const draft = await workspace.draft()
  const indexLines = await workspace.draft()
  const pages: Written[] = []
  let end = 0
  for await (const view of readJobs(snapshot)) {
    const places = placeFiles(view)
    for (const [key, path] of places) await want({ key, path })
    const pathOf = (key: string) => places.get(key) ?? ''
    for (const line of jobLines(view, facts.currency, pathOf)) await csv.add(line)
    await indexLines.append(`${pages.length === 0 ? '' : ',\n'}${indexLine(view)}`)
    const page = jobPage(view, facts, pathOf)
    const start = end
    end += Buffer.byteLength(page)
    pages.push({ path: jobPagePath(view.job.job_number), draft, start, end })
    await draft.append(page)
    // Whoever else waits for the server's thread goes first.
    await nextTurn()
  }
  await draft.end()
  await indexLines.end()
  return { pages, indexLines, jobCount: pages.length }
}

/** Where the job's files stand, by their keys. */
function placeFiles({ job, documents, earlier, mails }: JobView): Map<string, string> {
  const folder = `files/${job.job_number}`
  const present = new Places(folder, [DELETED, REPLACED, MESSAGES])
  const deleted = new Places(`${folder}/${DELETED}`)
  const replaced = new Places(`${folder}/${REPLACED}`)
  const messages = new Places(`${folder}/${MESSAGES}`)
  return new Map([
    ...documents.map(
      ({ content_key, deleted_at, name, may_run_code }) =>
        [content_key, (deleted_at === null ? present : deleted).take(name, may_run_code)] as const,
    ),
    ...earlier.map(({ content_key, name }) => [content_key, replaced.take(name)] as const),
    ...mails.map(
      ({ message_key, subject }) => [message_key, messages.take(`${subject || 'E-mail'}.eml`)] as const,
    ),
  ])
}

async function placeTemplates(
  snapshot: CompanySnapshot,
  want: ForJobs['want'],
): Promise<Collected['templates']> {
  const folder = 'files/Templates'
  const present = new Places(folder, [DELETED, REPLACED])
  const deleted = new Places(`${folder}/${DELETED}`)
  const replaced = new Places(`${folder}/${REPLACED}`)
  const templates: Collected['templates'] = []
  for await (const { name, content_key: key, deleted_at, earlier } of readTemplateFiles(snapshot)) {
    const path = (earlier ? replaced : deleted_at === null ? present : deleted).take(name)
    await want({ key, path })
    if (!earlier && deleted_at === null) templates.push({ name, path })
  }
  return templates
}
