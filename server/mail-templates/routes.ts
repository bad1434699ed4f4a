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
import type { TemplateDependencies } from '#server/templates/commands.ts'
import { addressedParties } from './addresses.ts'
import * as commands from './commands.ts'
import { deletedMailTemplates } from './records.ts'
import { previewMail, renderMail } from './render.ts'

export function mailTemplateRoutes(api: Api, templateDependencies: TemplateDependencies): void {
  const dependencies = { ...templateDependencies, database: api.database }

  api.bindWithoutTransaction(listMailTemplates, asUser => commands.listMailTemplates(dependencies, asUser))

  api.bindWithoutTransaction(createMailTemplate, async (asUser, { body, reply }) => {
    const { template, created } = await commands.addMailTemplate(dependencies, asUser, body)
    if (!created) void reply.code(200)
    return template
  })

  api.bindWithoutTransaction(updateMailTemplate, (asUser, { body, ifMatch }) =>
    commands.changeMailTemplate(dependencies, asUser, body, ifMatch),
  )

  api.bindWithoutTransaction(deleteMailTemplate, (asUser, { params, ifMatch }) =>
    commands.removeMailTemplate(dependencies, asUser, params.id, ifMatch),
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

  api.bindWithoutTransaction(restoreMailTemplate, (asUser, { params }) =>
    commands.restoreMailTemplate(dependencies, asUser, params.id),
  )

  api.bindWithoutTransaction(resetMailTemplate, (asUser, { params, ifMatch }) =>
    commands.resetMailTemplate(dependencies, asUser, params.id, ifMatch),
  )

  api.bindWithoutTransaction(previewMailTemplate, (asUser, { body: { shipmentId: jobId, subject, text } }) =>
    previewMail(dependencies, asUser, { subject, text, jobId }),
  )

  api.bind(listMailAddresses, async ({ db, accountId }, { query }) => {
    const job = await getJobById(db, accountId, query.shipmentId, { withStakeholders: true })
    if (!job) throw notFound('job')
    return addressedParties(job)
  })

  api.bindWithoutTransaction(renderMailTemplate, (asUser, { params, body }) =>
    renderMail(dependencies, asUser, { templateId: params.id, jobId: body.shipmentId }),
  )
}
