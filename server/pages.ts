import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify'
import type {} from './request-log.ts'
import { errorPages } from '#contract/site.ts'
import { browserConfiguration, configurationTag } from '#server/identity/provider/policies.ts'
import type { ExternalSignIn } from '#server/identity/provider/external-settings.ts'
import type { SignUpRules } from '#server/identity/sign-up/sign-up-rules.ts'
import { serveAssets } from './assets.ts'
import type { Brand } from './brand.ts'
import { componentFailure } from './component-failures.ts'
import type { EnquiryDependencies } from './enquiries/commands.ts'
import { packText, sendPacked } from './packed-text.ts'
import { fill, readTemplate } from './site/fill.ts'
import { serveForms } from './site/forms.ts'
import { isSignedIn, openPublicPages, servePublicPages } from './site/public-pages.ts'
import { brandValues } from './site/values.ts'

/** Addresses that the single-page application answers itself. */
const applicationPaths = [
  '/webapp',
  '/webapp/*',
  '/login',
  '/register',
  '/logout',
  '/login-failed',
  '/join',
  '/join/:secret',
]

export type PagesOptions = {
  folder: string
  publicUrl: string
  brand: Brand
  signIn: ExternalSignIn | undefined
  signUp: SignUpRules
  enquiries: EnquiryDependencies
}

/** Serves the built web: the public pages, the application, and its assets. */
export async function servePages(app: FastifyInstance, options: PagesOptions): Promise<void> {
  const { folder, publicUrl, brand, signIn, signUp, enquiries } = options
  const source = readTemplate(await readFile(join(folder, 'app.html'), 'utf8'))
  const configuration = configurationTag(browserConfiguration(publicUrl, signUp, signIn))
  const application = (firstPaint: boolean) =>
    packText(
      fill(source, { ...brandValues(brand, publicUrl), firstPaint }).replace(
        '<!--configuration-->',
        () => configuration,
      ),
    )
  const plain = application(false)
  const withFrame = application(true)
  const pages = await openPublicPages({ folder, publicUrl, brand })

  await serveAssets(app, join(folder, 'assets'))

  await app.register(async scope => {
    // People get a page where programs get problem+json.
    scope.setErrorHandler<FastifyError>((error, request, reply) => {
      request.failure = error
      const status = componentFailure(error)?.status ?? error.statusCode ?? 500
      if (status === 500) request.log.error({ err: error }, 'a page failed')
      return pages.send(request, reply.code(status), 'failure')
    })
    for (const path of applicationPaths)
      scope.get(path, async (request, reply) => {
        const elsewhere = underPublicName(request, publicUrl)
        if (elsewhere) return reply.redirect(elsewhere)
        // Whoever has to sign in first is not shown the frame of an application that is about to disappear.
        const page = path.startsWith('/webapp') && isSignedIn(request) ? withFrame : plain
        void reply.type('text/html; charset=utf-8').header('vary', 'accept-encoding, cookie')
        return sendPacked(request, reply, page)
      })
    servePublicPages(scope, pages, publicUrl)
    await serveForms(scope, pages, enquiries)
  })

  // The specification: unknown routes redirect to error/404; calls of the API are no routes of the site.
  app.get('/*', (request, reply) => {
    const path = request.url.split('?')[0] ?? ''
    const isCall = path === '/api' || path.startsWith('/api/')
    return isCall ? reply.callNotFound() : reply.redirect(errorPages.missing)
  })
}

/**
 * Where to send a browser that came by another local name (localhost for 127.0.0.1): sign-in works under
 * the one name that the provider knows.
 */
function underPublicName(request: FastifyRequest, publicUrl: string): string | null {
  const wanted = new URL(publicUrl)
  const local = ['localhost', '127.0.0.1', '[::1]']
  const isOtherLocalName =
    request.headers.host !== wanted.host &&
    local.includes(wanted.hostname) &&
    local.some(name => request.headers.host?.startsWith(name))
  return isOtherLocalName ? wanted.origin + request.url : null
}
