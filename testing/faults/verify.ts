import type { Finance } from '#contract/finance.ts'
import type { Job } from '#contract/jobs.ts'
import type { MailDetails } from '#contract/mails.ts'
import type { Entry } from './ledger.ts'
import {
  chargesOf,
  commodityOf,
  detailsOf,
  itemOf,
  mailOf,
  recipientOf,
  type Write,
  type WriteKind,
} from './writes.ts'

export type Finding = {
  /** lost: acknowledged and not there; half: a part of a write is there; twice: made or sent more than once. */
  fault: 'lost' | 'half' | 'twice'
  round: number
  words: string
}

/** What the product shows of one job, read after the fault. */
export type SeenJob = {
  job: Job
  finance: Finance | null
  /** By id: the stored content's hash, and whether it is as long as it should be and a whole file. */
  contents: ReadonlyMap<string, { sha256: string; size: number; isWhole: boolean } | null>
  mails: ReadonlyMap<string, MailDetails>
}

type Of<What extends WriteKind> = Entry & { write: Extract<Write, { what: What }> }

const of = <What extends WriteKind>(entries: readonly Entry[], what: What): Of<What>[] =>
  entries.filter((entry): entry is Of<What> => entry.write.what === what)

/** Compares all that was asked for on one job with what is there. `seen`: null where there is no such job. */
export function verifyJob(
  entries: readonly Entry[],
  seen: SeenJob | null,
  arrivals: ReadonlyMap<string, number>,
): Finding[] {
  const kept = entries.filter(entry => entry.kept)
  if (!seen) {
    return kept.map(({ round, write }) => ({
      fault: 'lost',
      round,
      words: `${nameOf(write)}: the job is gone`,
    }))
  }
  return [
    ...of(entries, 'job').flatMap(entry => verifyNumber(entry, seen.job)),
    ...verifyLast(of(entries, 'details'), write => differingDetails(seen.job, write)),
    ...verifyLast(of(entries, 'agent'), write => differingAgent(seen.job, write)),
    ...(seen.finance
      ? verifyLast(of(entries, 'charges'), write => differingCharges(seen.finance, write))
      : [{ fault: 'half' as const, round: entries[0]?.round ?? 0, words: 'a job without its finance' }]),
    ...of(entries, 'item').flatMap(entry => verifyItem(entry, seen.job)),
    ...verifyDocuments(entries, seen),
    ...of(entries, 'mail').flatMap(entry => verifyMail(entry, seen, arrivals)),
  ]
}

export function nameOf(write: Write): string {
  const job = write.job.slice(0, 8)
  if (write.what === 'file' || write.what === 'paper') return `${write.what} “${write.name}” of job ${job}`
  if ('version' in write) return `${write.what} ${write.version} of job ${job}`
  return `${write.what} ${write.what === 'job' ? job : `of job ${job}`}`
}

function verifyNumber({ round, write, kept }: Of<'job'>, job: Job): Finding[] {
  if (kept?.number === undefined || kept.number === job.jobId) return []
  return [{ fault: 'lost', round, words: `${nameOf(write)}: was number ${kept.number}, is ${job.jobId}` }]
}

/**
 * One client writes these one after the other and stops where no answer came. So the last acknowledged one stands, or
 * one that was sent after it; nothing in between. `differing` names the fields that are not as a write says; null
 * asks whether nothing was ever written.
 */
function verifyLast<W extends Write>(
  entries: readonly (Entry & { write: W })[],
  differing: (write: W | null) => string[],
): Finding[] {
  const first = entries[0]
  if (!first) return []
  const lastKept = entries.findLastIndex(entry => entry.kept)
  const possible = [
    entries[lastKept]?.write ?? null,
    ...entries.slice(lastKept + 1).map(({ write }) => write),
  ]
  if (possible.some(write => differing(write).length === 0)) return []
  const last = entries[lastKept] ?? first
  const isEarlier = [null, ...entries.map(({ write }) => write)].some(write => differing(write).length === 0)
  const words = `${nameOf(last.write)}: ${isEarlier ? 'an earlier one stands' : `${differing(last.write).join(', ')} differ`}`
  return [{ fault: isEarlier ? 'lost' : 'half', round: last.round, words }]
}

const differingFields = (stands: Record<string, unknown>, wanted: Record<string, unknown>): string[] =>
  Object.entries(wanted).flatMap(([field, value]) => ((stands[field] ?? null) === value ? [] : [field]))

const emptied = (values: Record<string, unknown>) =>
  Object.fromEntries(Object.keys(values).map(field => [field, null]))

function differingDetails(job: Job, write: Extract<Write, { what: 'details' }> | null): string[] {
  const values = detailsOf(write?.version ?? 0)
  const quote = {
    commodity: write ? commodityOf(write.version) : null,
    loadingPortId: write?.port ?? null,
  }
  const consignee = job.shipmentConsignees[0]?.consigneeId ?? null
  return [
    ...differingFields(job, write ? values : emptied(values)),
    ...differingFields(job.quote, quote),
    ...(consignee === (write?.party ?? null) ? [] : ['consignee']),
  ]
}

function differingAgent(job: Job, write: Extract<Write, { what: 'agent' }> | null): string[] {
  const agents = job.shipmentAgents
  if (!write) return agents.length === 0 ? [] : ['agent']
  return agents.length === 1 && agents[0]?.agentId === write.party && agents[0].party ? [] : ['agent']
}

function differingCharges(
  finance: Finance | null,
  write: Extract<Write, { what: 'charges' }> | null,
): string[] {
  return Object.entries(chargesOf(write?.version ?? 0)).flatMap(([section, lines]) =>
    differingFields(
      (finance?.[section as keyof ReturnType<typeof chargesOf>] ?? {}) as Record<string, unknown>,
      write ? lines : emptied(lines),
    ).map(line => `${section}.${line}`),
  )
}

function verifyItem({ round, write, kept }: Of<'item'>, job: Job): Finding[] {
  const found = job.items.filter(({ id }) => id === write.item)
  const [item] = found
  if (!item) return kept ? [{ fault: 'lost', round, words: nameOf(write) }] : []
  const differing = differingFields(item, itemOf(write.version))
  if (found.length > 1) return [{ fault: 'twice', round, words: nameOf(write) }]
  if (differing.length > 0)
    return [{ fault: 'half', round, words: `${nameOf(write)}: ${differing.join(', ')} differ` }]
  return []
}

function verifyDocuments(entries: readonly Entry[], { job, contents }: SeenJob): Finding[] {
  const files = of(entries, 'file')
  const papers = of(entries, 'paper')
  const findings: Finding[] = []
  for (const document of job.documents) {
    const content = contents.get(document.id)
    const file = files.find(({ write }) => write.document === document.id)
    const paper = papers.find(({ write }) => document.name.startsWith(write.name))
    const entry = file ?? paper
    const words = `“${document.name}” of job ${job.jobId}`
    const round = entry?.round ?? 0
    if (!entry) findings.push({ fault: 'half', round, words: `${words}: nobody asked for it` })
    else if (!content?.isWhole || content.size !== document.size || isOther(file, content))
      findings.push({
        fault: entry.kept ? 'lost' : 'half',
        round,
        words: `${words}: its content is not the one that was stored`,
      })
  }
  for (const { write, kept, round } of files)
    if (kept && !job.documents.some(({ id }) => id === write.document))
      findings.push({ fault: 'lost', round, words: nameOf(write) })
  for (const { write, kept, round } of papers) {
    const found = job.documents.filter(({ name }) => name.startsWith(write.name))
    if (kept && !found.some(({ id, size }) => id === kept.document && size === kept.size))
      findings.push({ fault: 'lost', round, words: nameOf(write) })
    if (found.length > 1) findings.push({ fault: 'twice', round, words: nameOf(write) })
  }
  return findings
}

const isOther = (file: Of<'file'> | undefined, content: { sha256: string }) =>
  file !== undefined && content.sha256 !== file.write.sha256

function verifyMail(
  { round, write, kept }: Of<'mail'>,
  { mails }: SeenJob,
  arrivals: ReadonlyMap<string, number>,
): Finding[] {
  const arrived = arrivals.get(write.mail) ?? 0
  const words = nameOf(write)
  if (arrived > 1) return [{ fault: 'twice', round, words: `${words}: arrived ${arrived} times` }]
  const mail = mails.get(write.mail)
  if (!mail) {
    if (arrived > 0) return [{ fault: 'half', round, words: `${words}: was sent and is not there` }]
    return kept ? [{ fault: 'lost', round, words }] : []
  }
  const { subject, text } = mailOf(write.mail, write.version)
  const differing = differingFields(mail, { subject, text })
  if (mail.recipients[0]?.address !== recipientOf(write.mail)) differing.push('recipients')
  if (differing.length > 0)
    return [{ fault: 'half', round, words: `${words}: ${differing.join(', ')} differ` }]
  if (mail.state === 'sent' && arrived === 0)
    return [{ fault: 'lost', round, words: `${words}: “Sent”, and it never arrived` }]
  if (!['waiting', 'sending', 'sent', 'uncertain'].includes(mail.state))
    return [{ fault: 'lost', round, words: `${words}: is “${mail.state}” (${mail.trouble ?? ''})` }]
  return []
}

/** That no number was given to two jobs, and no job stands in the list that nobody asked for. */
export function verifyNumbers(
  entries: readonly Entry[],
  listed: readonly { id: string; jobId: number }[],
  before: ReadonlySet<string>,
): Finding[] {
  const jobs = of(entries, 'job')
  const known = new Map(jobs.map(entry => [entry.write.job, entry]))
  const holders = new Map<number, Set<string>>()
  const hold = (number: number, id: string) => holders.set(number, (holders.get(number) ?? new Set()).add(id))
  for (const { write, kept } of jobs) if (kept?.number !== undefined) hold(kept.number, write.job)
  for (const { id, jobId } of listed) hold(jobId, id)
  const twice = [...holders].filter(([, ids]) => ids.size > 1)
  const strangers = listed.filter(({ id }) => !known.has(id) && !before.has(id))
  return [
    ...twice.map(([number, ids]) => ({
      fault: 'twice' as const,
      round: Math.max(...[...ids].map(id => known.get(id)?.round ?? 0)),
      words: `number ${number} was given to ${ids.size} jobs`,
    })),
    ...strangers.map(({ jobId }) => ({
      fault: 'half' as const,
      round: 0,
      words: `job ${jobId}: nobody asked for it`,
    })),
  ]
}
