import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AppError } from '#server/errors.ts'
import { sendProblem } from '#server/problems.ts'
import { failedPage } from '#server/identity/pages/form-pages.ts'
import { sendPage } from '#server/identity/pages/page-server.ts'

/** People get a page, programs problem+json. */
export function refuseRequest(
  request: FastifyRequest,
  reply: FastifyReply,
  refusal: { error: AppError; productName: string },
): FastifyReply {
  const { error, productName } = refusal
  const wantsPage = request.headers.accept?.includes('text/html') ?? false
  void reply.header('cache-control', 'no-store')
  if (wantsPage) return sendPage(reply, error.status, failedPage(productName, error.message))
  return sendProblem(reply, error)
}
