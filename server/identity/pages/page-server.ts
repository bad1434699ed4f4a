import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { errors } from 'oidc-provider'
import type {} from '#server/request-log.ts'
import { componentFailure } from '#server/component-failures.ts'
import { AppError } from '#server/errors.ts'
import { browserSecrets } from '#server/identity/browsers/browser-cookie.ts'
import { expiredPage, failedPage } from './form-pages.ts'
import { formValues } from '#server/identity/form-values.ts'
import { pageHeaders } from './page-layout.ts'
import type { Mistakes } from './page-form.ts'
import type { Origin } from '#server/identity/store/events.ts'

export type Values = Record<string, string>

const FORM_LIMIT = 16 * 1024

/** Why a form was not accepted; `retryAfter` in seconds where it came too often. */
export type Refusal = { mistakes: Mistakes; retryAfter?: number }

export const sendPage = (reply: FastifyReply, status: number, markup: string): FastifyReply =>
  reply.code(status).headers(pageHeaders()).send(markup)

export function sendRefusal(reply: FastifyReply, refusal: Refusal, markup: string): FastifyReply {
  if (refusal.retryAfter !== undefined) void reply.header('retry-after', String(refusal.retryAfter))
  return sendPage(reply, refusal.retryAfter === undefined ? 400 : 429, markup)
}

export const valuesOf = (request: FastifyRequest): Values => (request.body ?? {}) as Values

export const originOf = (request: FastifyRequest): Origin => ({
  address: request.ip,
  userAgent: request.headers['user-agent'],
  secrets: browserSecrets(request.headers.cookie),
})

/** Reads forms, and answers failures with pages instead of the API's problem+json. */
export function serveForms(app: FastifyInstance, productName: string): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: FORM_LIMIT },
    async (_request: FastifyRequest, body: string | Buffer) => formValues(String(body)),
  )
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    if (error instanceof errors.SessionNotFound) return sendPage(reply, 400, expiredPage(productName))
    const refusal = error instanceof AppError ? error : componentFailure(error)
    request.failure = error
    if (refusal) {
      const reference = refusal.status >= 500 ? request.id : undefined
      return sendPage(reply, refusal.status, failedPage(productName, refusal.message, reference))
    }
    const status = error.statusCode ?? 500
    if (status < 500) return sendPage(reply, status, failedPage(productName, error.message))
    request.log.error({ err: error }, 'sign-in: unexpected failure')
    return sendPage(
      reply,
      status,
      failedPage(productName, 'Something failed on our side. It was logged.', request.id),
    )
  })
}
