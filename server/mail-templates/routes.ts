import {
  createMailTemplate,
  deleteMailTemplate,
  listDeletedMailTemplates,
  listMailAddresses,
  listMailTemplates,
  previewMailTemplate,
  renderMailTemplate,
  resetMailTemplate,
  restoreMailTemplate,
  updateMailTemplate,
} from '#contract/mail-templates.ts'
import { notFound } from '#server/errors.ts'
import { getJobById } from '#server/jobs/records.ts'
import type { Api } from '#server/route.ts'
import type { TemplateParts } from '#server/templates/commands.ts'
import { addressedParties } from './addresses.ts'
import * as commands from './commands.ts'
import { deletedMailTemplates } from './records.ts'
import { previewMail, renderMail } from './render.ts'

export function mailTemplateRoutes(api: Api, templateParts: TemplateParts): void {
  const parts = { ...templateParts, database: api.database }

  api.bindFree(listMailTemplates, asUser => commands.listMailTemplates(parts, asUser))

  api.bindFree(createMailTemplate, async (asUser, { body, reply }) => {
    const { template, created } = await commands.addMailTemplate(parts, asUser, body)
    if (!created) void reply.code(200)
    return template
  })

  api.bindFree(updateMailTemplate, (asUser, { body, ifMatch }) =>
    commands.changeMailTemplate(parts, asUser, body, ifMatch),
  )

  api.bindFree(deleteMailTemplate, (asUser, { params, ifMatch }) =>
    commands.removeMailTemplate(parts, asUser, params.id, ifMatch),
  )

  api.bind(listDeletedMailTemplates, async ({ db, accountId }) => {
    const rows = await deletedMailTemplates(db, accountId)
    return rows.map(row => ({
      id: row.id,
      name: row.name,
      deletedAt: new Date(row.deleted_at ?? 0).toISOString(),
      deletedBy: row.display_name,
    }))
  })

  api.bindFree(restoreMailTemplate, (asUser, { params }) =>
    commands.restoreMailTemplate(parts, asUser, params.id),
  )

  api.bindFree(resetMailTemplate, (asUser, { params, ifMatch }) =>
    commands.resetMailTemplate(parts, asUser, params.id, ifMatch),
  )

  api.bindFree(previewMailTemplate, (asUser, { body: { shipmentId: jobId, subject, text } }) =>
    previewMail(parts, asUser, { subject, text, jobId }),
  )

  api.bind(listMailAddresses, async ({ db, accountId }, { query }) => {
    const job = await getJobById(db, accountId, query.shipmentId, { withStakeholders: true })
    if (!job) throw notFound('job')
    return addressedParties(job)
  })

  api.bindFree(renderMailTemplate, (asUser, { params, body }) =>
    renderMail(parts, asUser, { templateId: params.id, jobId: body.shipmentId }),
  )
}
