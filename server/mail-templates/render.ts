import type { AddressedParty, AddresseeRole, MailPurpose, RenderedMail } from '#contract/mail-templates.ts'
import { addresseeRoleLabels, missingAttachment, promisesAttachment } from '#contract/mail-templates.ts'
import type { Job } from '#contract/jobs.ts'
import { dryRun } from '#server/company/job-number-records.ts'
import { takeNumbers } from '#server/company/take-numbers-commands.ts'
import type { AsUser } from '#server/route.ts'
import type { TemplateDependencies } from '#server/templates/commands.ts'
import { loadSource, valuesFor } from '#server/templates/generation/generate.ts'
import { arrivalPassed, cancelled } from '#server/templates/checks/contradictions-to-check.ts'
import { atStart } from '#server/templates/checks/missing-words.ts'
import { customerRole } from '#server/templates/fields/party-in-group.ts'
import { papersNumberedBy } from '#server/templates/fields/number-fields.ts'
import { addressedParties, addressesFor, partyFor } from './addresses.ts'
import { loadMailTemplate } from './commands.ts'
import { fillMail } from './fill.ts'
import { documentTemplatesOf } from './records.ts'
import { requiredFields } from './ready-made.ts'
import { readMailReport } from './reports.ts'

type Dependencies = Pick<TemplateDependencies, 'files' | 'word'>

const announcesArrival: ReadonlySet<MailPurpose> = new Set(['arrivalNotice', 'preAlert'])

/** A mail for a job, as its template proposes it. */
export async function renderMail(
  dependencies: Dependencies,
  asUser: AsUser,
  { templateId, jobId }: { templateId: string; jobId: string },
): Promise<RenderedMail> {
  const { company, template, attachments } = await asUser(async session => {
    const { db, accountId } = session
    const found = await loadMailTemplate(session, templateId)
    const papers = await documentTemplatesOf(db, accountId, found.documentTemplateIds)
    return {
      company: accountId,
      template: found,
      attachments: found.documentTemplateIds.flatMap(id => {
        const paper = papers.find(one => one.id === id)
        return paper ? { templateId: id, name: paper.name } : []
      }),
    }
  })
  const { fields } = await readMailReport(dependencies, company, template)
  const kinds = papersNumberedBy(fields)
  const { source, numbers } = await asUser(async session => {
    if (kinds.length === 0) return { source: await loadSource(session, jobId, 'given'), numbers: [] }
    // Nobody knows yet whether the mail will be sent: nothing is kept of the numbers that it names. A job on which
    // nothing stands yet gets none.
    return dryRun(session.db, async () => {
      const request = { jobId, kinds, printsHouseBl: false, printsHouses: false }
      const [taken] = await takeNumbers(session, crypto.randomUUID(), [request], 'leave out')
      const found = await loadSource(session, jobId, 'given')
      return {
        source: taken ? { ...found, job: { ...found.job, hbl: taken.houseBl } } : found,
        numbers: (taken?.numbers ?? []).map(({ kind, number }) => ({ kind, number })),
      }
    })
  })
  const parties = addressedParties(source.job)
  const values = await valuesFor(dependencies, source)
  const needed = (requiredFields[template.purpose] ?? []).filter(name => fields.includes(name))
  const filled = await fillMail(dependencies.word, { company, written: template, source, values, needed })
  const to = addressesFor(parties, template.to)
  const cc = besides(addressesFor(parties, template.cc), to)
  return {
    ...filled,
    missing: [
      ...template.to.flatMap(role => missingAddress(source.job, parties, role) ?? []),
      ...filled.missing,
      ...cancelled(new Set(fields), source).map(one => ({ ...one, check: true as const })),
      ...(announcesArrival.has(template.purpose)
        ? arrivalPassed(source).map(one => ({ ...one, check: true as const }))
        : []),
      ...(attachments.length === 0 && promisesAttachment(filled.text) ? [missingAttachment] : []),
    ],
    to,
    cc,
    bcc: besides(addressesFor(parties, template.bcc), [...to, ...cc]),
    attachments,
    numbers,
    stamp: template.stamp,
  }
}

type Addresses = RenderedMail['to']

/** Those who do not get it already. */
const besides = (people: Addresses, others: Addresses): Addresses =>
  people.filter(one => !others.some(({ address }) => address.toLowerCase() === one.address.toLowerCase()))

/** The same of a text that is being written, before it is kept. */
export async function previewMail(
  dependencies: Dependencies,
  asUser: AsUser,
  { subject, text, jobId }: { subject: string; text: string; jobId: string },
) {
  const { company, source } = await asUser(async session => ({
    company: session.accountId,
    source: await loadSource(session, jobId),
  }))
  const values = await valuesFor(dependencies, source)
  return fillMail(dependencies.word, { company, written: { subject, text }, source, values })
}

function missingAddress(job: Job, parties: readonly AddressedParty[], role: AddresseeRole) {
  const label = addresseeRoleLabels[role]
  const party = partyFor(parties, role)
  if (!party) {
    const field = role === 'customer' ? customerRole(job) : role
    return { label, message: `${atStart(label)} is not set`, place: { screen: 'details' as const, field } }
  }
  if (party.addresses.length > 0) return undefined
  const message = `${label} has no e-mail address`
  return { label, message, place: { screen: 'contact' as const, id: party.organisation.id } }
}
