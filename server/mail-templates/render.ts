import type { AddressedParty, AddresseeRole, RenderedMail } from '#contract/mail-templates.ts'
import { addresseeRoleLabels } from '#contract/mail-templates.ts'
import { allotNumbers } from '#server/company/numbering-commands.ts'
import type { AsUser } from '#server/route.ts'
import type { TemplateParts } from '#server/templates/commands.ts'
import { loadSource, valuesFor } from '#server/templates/generate.ts'
import { papersNumberedBy } from '#server/templates/number-fields.ts'
import { addressedParties, addressesFor, partyFor } from './addresses.ts'
import { loadMailTemplate } from './commands.ts'
import { fieldsOf, fillMail } from './fill.ts'
import { documentTemplatesOf } from './records.ts'

type Parts = Pick<TemplateParts, 'files'>

/** A mail for a job, as its template proposes it. */
export async function renderMail(
  parts: Parts,
  asUser: AsUser,
  { templateId, jobId }: { templateId: string; jobId: string },
): Promise<RenderedMail> {
  const { template, source, attachments } = await asUser(async session => {
    const { db, accountId } = session
    const found = await loadMailTemplate(session, templateId)
    await allotNumbers(session, jobId, papersNumberedBy(fieldsOf(found)))
    const papers = await documentTemplatesOf(db, accountId, found.documentTemplateIds)
    return {
      template: found,
      source: await loadSource(session, jobId),
      attachments: found.documentTemplateIds.flatMap(id => {
        const paper = papers.find(one => one.id === id)
        return paper ? { templateId: id, name: paper.name } : []
      }),
    }
  })
  const parties = addressedParties(source.job)
  const filled = fillMail(template, source, await valuesFor(parts, source))
  const to = addressesFor(parties, template.to)
  return {
    ...filled,
    missing: [...template.to.flatMap(role => missingAddress(parties, role) ?? []), ...filled.missing],
    to,
    cc: addressesFor(parties, template.cc).filter(
      one => !to.some(({ address }) => address.toLowerCase() === one.address.toLowerCase()),
    ),
    attachments,
    stamp: template.stamp,
  }
}

/** The same of a text that is being written, before it is kept. */
export async function previewMail(
  parts: Parts,
  asUser: AsUser,
  { subject, text, jobId }: { subject: string; text: string; jobId: string },
) {
  const source = await asUser(session => loadSource(session, jobId))
  return fillMail({ subject, text }, source, await valuesFor(parts, source))
}

function missingAddress(parties: readonly AddressedParty[], role: AddresseeRole) {
  const label = addresseeRoleLabels[role]
  const party = partyFor(parties, role)
  if (!party) {
    const field = role === 'customer' ? 'consignee' : role
    return { label, message: `${label} is not set`, place: { screen: 'details' as const, field } }
  }
  if (party.addresses.length > 0) return undefined
  const message = `${label} has no e-mail address`
  return { label, message, place: { screen: 'contact' as const, id: party.organisation.id } }
}
