import {
  beginDocumentSet,
  checkBeforeGenerating,
  documentFormats,
  endDocumentSet,
  generateDocument,
  generateDocuments,
  listDocumentFormats,
  listOutdatedDocuments,
  regenerateDocument,
} from '#contract/generation.ts'
import {
  downloadTemplateFields,
  listFieldFormats,
  listTemplateFields,
  previewTemplate,
  readTemplateReport,
} from '#contract/template-fields.ts'
import { sendBytes } from '#server/files/downloads.ts'
import { knownLanguage } from '#server/word/language/language.ts'
import { paperSizeOf } from '#server/templates/starter-records.ts'
import type { Api, AsUser } from '#server/route.ts'
import { regenerate, outdatedDocuments } from './regenerate.ts'
import { catalogueFile } from '#server/templates/fields/catalogue-file.ts'
import { fieldFormats } from '#server/templates/fields/field-formats.ts'
import { catalogueGroups } from '#server/templates/fields/catalogue-view.ts'
import type { TemplateDependencies } from '#server/templates/commands.ts'
import { beginSet, endSet } from './document-sets.ts'
import { documentFiles, generateDocuments as fillTemplate, loadSource, valuesFor } from './generate.ts'
import { checkBeforeGenerating as check } from '#server/templates/checks/preflight.ts'
import { previewOf, reportOn } from '#server/templates/checks/report.ts'

/** What is made of templates, and what is known of them. */
export function generationRoutes(api: Api, dependencies: TemplateDependencies): void {
  api.bind(listDocumentFormats, async () =>
    documentFormats.map(format => ({
      format,
      unavailable: format === 'pdf' ? dependencies.pdf.unavailable : null,
    })),
  )

  api.bindWithoutTransaction(generateDocument, async (asUser, { query, body, left }) => {
    const { id: templateId, defaultDocumentName: documentName, format = 'word', ...agreed } = body
    const jobId = query.shipmentId
    const formats = [format]
    const [made] = await fillTemplate(dependencies, asUser, {
      templateId,
      jobId,
      documentName,
      formats,
      ...agreed,
      left,
    })
    return made
  })

  api.bindWithoutTransaction(generateDocuments, (asUser, { query, body, left }) => {
    const { id: templateId, formats, ...agreed } = body
    const input = { templateId, jobId: query.shipmentId, formats: [...new Set(formats)], ...agreed, left }
    return fillTemplate(dependencies, asUser, input)
  })

  api.bindWithoutTransaction(beginDocumentSet, async (asUser, { body, reply }) => {
    const { set, created } = await beginSet(dependencies, asUser, body)
    if (!created) void reply.code(200)
    return set
  })

  api.bind(endDocumentSet, (session, { params }) => endSet(session, params.id))

  api.bindWithoutTransaction(checkBeforeGenerating, (asUser, { body }) => check(dependencies, asUser, body))

  api.bindWithoutTransaction(listOutdatedDocuments, (asUser, { query }) =>
    outdatedDocuments(dependencies, asUser, query.shipmentId),
  )

  api.bindWithoutTransaction(regenerateDocument, (asUser, { params, body, ifMatch }) =>
    regenerate(dependencies, asUser, { documentId: params.id, ...body }, ifMatch),
  )

  api.bindWithoutTransaction(listTemplateFields, async (asUser, { query }) =>
    catalogueGroups(await valuesOf(dependencies, asUser, query.shipmentId)),
  )

  api.bindWithoutTransaction(listFieldFormats, async (asUser, { query }) =>
    fieldFormats(
      query.placeholder,
      await valuesOf(dependencies, asUser, query.shipmentId),
      knownLanguage(query.language),
    ),
  )

  api.bindWithoutTransaction(downloadTemplateFields, async (asUser, { query, reply }) => {
    const groups = catalogueGroups(await valuesOf(dependencies, asUser, query.shipmentId))
    const size = await asUser(({ db, accountId }) => paperSizeOf(db, accountId))
    const { mediaType } = documentFiles.word
    return sendBytes(reply, catalogueFile(groups, size), { name: 'Fields.docx', mediaType })
  })

  api.bindWithoutTransaction(readTemplateReport, (asUser, { params }) =>
    reportOn(dependencies, asUser, params.id),
  )

  api.bindWithoutTransaction(previewTemplate, async (asUser, { params, query, reply, left }) => {
    const { format = 'word', shipmentId: jobId } = query
    const bytes = await previewOf(dependencies, asUser, { templateId: params.id, jobId, format, left })
    const { extension, mediaType } = documentFiles[format]
    return sendBytes(reply, bytes, { name: `Preview${extension}`, mediaType })
  })
}

async function valuesOf(dependencies: TemplateDependencies, asUser: AsUser, jobId: string | undefined) {
  // Without a job the call still needs somebody who may make it.
  const source = await asUser(async session => (jobId ? loadSource(session, jobId) : null))
  return source && valuesFor(dependencies, source)
}
