import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import {
  addStarterTemplates,
  deleteTemplate,
  downloadTemplate,
  downloadEarlierTemplateContent,
  getTemplate,
  getTemplateByName,
  listDeletedTemplates,
  listEarlierTemplateContents,
  listTemplates,
  replaceTemplateContent,
  restoreEarlierTemplateContent,
  restoreTemplate,
  updateTemplate,
  uploadTemplate,
} from '#contract/templates.ts'
import { listStarterEditions, renewStarterTemplates } from '#contract/starter-templates.ts'
import {
  changeTemplatePage,
  previewTemplatePage,
  readTemplatePage,
  searchTemplatePage,
} from '#contract/template-pages.ts'
import { type Upload, withUpload } from '#server/documents/upload.ts'
import { findJobsOfDocument } from '#contract/template-documents.ts'
import { sendBytes } from '#server/files/downloads.ts'
import { DEFAULT_LIMIT } from '#server/record-headers.ts'
import type { Api, AsUser } from '#server/route.ts'
import { acceptAsTemplate } from './as-template.ts'
import * as commands from './commands.ts'
import { valuesInDocument } from './document-values.ts'
import { jobsOfDocument } from './documents/jobs-of-document.ts'
import { documentFiles } from '#server/templates/generation/generate.ts'
import { generationRoutes } from '#server/templates/generation/generation-routes.ts'
import * as pages from './page-commands.ts'
import * as records from './records.ts'
import * as restoring from './restore-commands.ts'
import { addStarters, type StarterDependencies } from './starter-commands.ts'
import { listEditions, renewStarters } from './starter-editions.ts'
import { listDeletedTemplates as deletedTemplates } from './restore-records.ts'
import { sendTemplate } from './send-template.ts'

export function templateRoutes(
  api: Api,
  dependencies: commands.TemplateDependencies & StarterDependencies & { uploadLimitBytes: number },
): void {
  /** A form with a template, or with a document that is taken as one. */
  const takeForm = async <Fields extends z.ZodType, Result>(
    options: { asUser: AsUser; request: FastifyRequest; endpoint: { body?: Fields } },
    { asTemplate }: { asTemplate?: 'true' | 'false' | undefined },
    work: (upload: Upload<z.output<Fields>>) => Promise<Result>,
  ) => {
    const isTaken = asTemplate === 'true'
    const acceptName = (name: string) => commands.requireTemplateFile(name, isTaken)
    return withUpload({ ...dependencies, ...options, acceptName }, async upload =>
      work(isTaken ? await acceptAsTemplate(dependencies, upload) : upload),
    )
  }

  api.bindList(listTemplates, ({ db, accountId }, { query }) =>
    records.listTemplates(db, accountId, { offset: query.offset ?? 0, limit: query.limit ?? DEFAULT_LIMIT }),
  )

  api.bindWithoutTransaction(uploadTemplate, (asUser, { request, reply, query }) =>
    takeForm({ asUser, request, endpoint: uploadTemplate }, query, async upload => {
      const { template, created } = await commands.addTemplate(dependencies, upload, content =>
        valuesInDocument(dependencies, asUser, content, upload.fields.shipmentId),
      )
      if (!created) void reply.code(200)
      return template
    }),
  )

  api.bindWithoutTransaction(findJobsOfDocument, (asUser, { request }) =>
    withUpload(
      {
        ...{ ...dependencies, asUser, request, endpoint: findJobsOfDocument },
        acceptName: name => commands.requireTemplateFile(name, true),
      },
      upload => jobsOfDocument(dependencies, asUser, upload),
    ),
  )

  api.bindWithoutTransaction(addStarterTemplates, asUser => addStarters(dependencies, asUser))
  api.bind(listStarterEditions, session => listEditions(session, dependencies.starters))
  api.bindWithoutTransaction(renewStarterTemplates, (asUser, { body }) =>
    renewStarters(dependencies, asUser, body.ids),
  )

  api.bindWithoutTransaction(replaceTemplateContent, (asUser, { request, ifMatch, query }) =>
    takeForm({ asUser, request, endpoint: replaceTemplateContent }, query, upload =>
      commands.replaceContent(
        dependencies,
        upload,
        content => valuesInDocument(dependencies, asUser, content, upload.fields.shipmentId),
        ifMatch,
      ),
    ),
  )

  api.bindWithoutTransaction(downloadTemplate, async (asUser, { params, reply }) => {
    const { template, contentKey } = await asUser(session => commands.loadTemplate(session, params.id))
    const { name, size } = template
    return sendTemplate(reply, dependencies, { key: contentKey, name, size })
  })

  api.bind(
    getTemplate,
    async (session, { params }) => (await commands.loadTemplate(session, params.id)).template,
  )

  api.bind(getTemplateByName, (session, { params }) => commands.loadTemplateByName(session, params.name))

  api.bind(updateTemplate, (session, { body, ifMatch }) => commands.changeTemplate(session, body, ifMatch))

  api.bind(deleteTemplate, async (session, { params, ifMatch }) => {
    await commands.deleteTemplate(session, params.id, ifMatch)
    return undefined
  })

  api.bind(listDeletedTemplates, ({ db, accountId }) => deletedTemplates(db, accountId))

  api.bind(restoreTemplate, (session, { params }) => restoring.restoreTemplate(session, params.id))

  api.bind(listEarlierTemplateContents, (session, { params }) =>
    restoring.earlierContents(session, params.id),
  )

  api.bindWithoutTransaction(downloadEarlierTemplateContent, async (asUser, { params, reply }) => {
    const { contentKey, size, template } = await asUser(session =>
      restoring.loadEarlierContent(session, params),
    )
    return sendTemplate(reply, dependencies, { key: contentKey, name: template.name, size })
  })

  api.bindWithoutTransaction(restoreEarlierTemplateContent, (asUser, { params }) =>
    restoring.restoreEarlierContent(dependencies, asUser, params),
  )

  api.bindWithoutTransaction(readTemplatePage, (asUser, { params, query }) =>
    pages.readTemplatePage(dependencies, asUser, { templateId: params.id, jobId: query.shipmentId }),
  )

  api.bindWithoutTransaction(searchTemplatePage, (asUser, { params, body: { shipmentId, steps } }) =>
    pages.readTemplatePage(dependencies, asUser, { templateId: params.id, jobId: shipmentId, steps }),
  )

  api.bindWithoutTransaction(previewTemplatePage, async (asUser, { params, body, reply, left }) => {
    const { format = 'word', shipmentId: jobId, steps } = body
    const asked = { templateId: params.id, jobId, format, steps, left }
    const bytes = await pages.previewTemplatePage(dependencies, asUser, asked)
    const { extension, mediaType } = documentFiles[format]
    return sendBytes(reply, bytes, { name: `Preview${extension}`, mediaType })
  })

  api.bindWithoutTransaction(changeTemplatePage, (asUser, { params, body, ifMatch }) =>
    pages.changeTemplatePage(
      dependencies,
      asUser,
      { ...body, templateId: params.id, jobId: body.shipmentId },
      ifMatch,
    ),
  )

  generationRoutes(api, dependencies)
}
