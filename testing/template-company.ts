import type { Document } from '#contract/documents.ts'
import type { DocumentTemplate } from '#contract/templates.ts'
import type { TestApp } from './app.ts'
import { buildCompany, type Caller, formWithFile } from './factories.ts'
import { paragraph } from './word/markup.ts'
import { documentText } from './word/read-document.ts'
import { templateFile } from './word/template-file.ts'

/** A new company that makes documents, and what the tests of it do again and again. */
export type TemplateCompany = Caller & {
  /** Adds a template: a whole Word file, or the text of its one paragraph. */
  addTemplate(content: Uint8Array | string, name?: string): Promise<DocumentTemplate>
  replaceTemplate(template: DocumentTemplate, content: Uint8Array | string): Promise<DocumentTemplate>
  /** The bytes that an address answers with. */
  fileAt(url: string): Promise<Buffer>
  textOf(document: Document): Promise<string>
}

export async function buildTemplateCompany(test: TestApp): Promise<TemplateCompany> {
  const company = await buildCompany(test)
  const fileOf = (name: string, content: Uint8Array | string) => ({
    name,
    content: typeof content === 'string' ? templateFile({ body: paragraph(content) }) : content,
  })
  const fileAt = async (url: string) =>
    (await test.app.inject({ url, headers: { authorization: `Bearer ${company.token}` } })).rawPayload
  return {
    ...company,
    fileAt,
    async addTemplate(content, name = 'Notice.dotx') {
      const { payload, headers } = formWithFile(fileOf(name, content))
      return (await company.call<DocumentTemplate>('POST', '/api/documenttemplate', payload, headers)).body
    },
    async replaceTemplate({ id, name }, content) {
      const { payload, headers } = formWithFile(fileOf(name, content), { documentTemplateId: id })
      const path = '/api/documenttemplate/updatedoctemplatecontent'
      return (await company.call<DocumentTemplate>('PUT', path, payload, headers)).body
    },
    textOf: async ({ id }) => documentText(await fileAt(`/api/document/${id}`)),
  }
}
