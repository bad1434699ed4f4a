import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { enquiry, question } from '#contract/enquiries.ts'
import { type SitePage, sitePages } from '#contract/site.ts'
import {
  type EnquiryDependencies,
  mistakesIn,
  receiveEnquiry,
  receiveQuestion,
  type Sender,
} from '#server/enquiries/commands.ts'
import { componentFailure } from '#server/component-failures.ts'
import { AppError } from '#server/errors.ts'
import { type PublicPages, SENT } from './public-pages.ts'
import { emptyForm } from './values.ts'

const FORM_LIMIT = 64 * 1024

type Form<Schema extends z.ZodType> = {
  page: SitePage
  schema: Schema
  receive: (dependencies: EnquiryDependencies, form: z.infer<Schema>, sender: Sender) => Promise<void>
}

/** The forms of the public pages as a browser without JavaScript sends them. */
export async function serveForms(
  app: FastifyInstance,
  pages: PublicPages,
  dependencies: EnquiryDependencies,
): Promise<void> {
  await app.register(async scope => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: FORM_LIMIT },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    )
    const bind = <Schema extends z.ZodType>({ page, schema, receive }: Form<Schema>) =>
      scope.post(sitePages[page], async (request: FastifyRequest, reply: FastifyReply) => {
        const values = (request.body ?? {}) as Record<string, string>
        const form = schema.safeParse(values)
        if (!form.success)
          return pages.sendForm(request, reply.code(400), page, {
            ...emptyForm,
            values,
            mistakes: mistakesIn(form.error),
          })
        try {
          await receive(dependencies, form.data, { address: request.ip })
        } catch (error) {
          const refusal = error instanceof AppError ? error : componentFailure(error)
          if (!refusal) throw error
          const problem = refusal.message
          return pages.sendForm(request, reply.code(refusal.status), page, { ...emptyForm, values, problem })
        }
        return reply.redirect(`${sitePages[page]}?${SENT}#form`, 303)
      })
    bind({ page: 'contact', schema: enquiry, receive: receiveEnquiry })
    bind({ page: 'faq', schema: question, receive: receiveQuestion })
  })
}
