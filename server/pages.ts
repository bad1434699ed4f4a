import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { browserConfiguration, configurationTag } from './identity/policies.ts'
import type { ExternalSignIn } from './identity/external-settings.ts'
import type { Brand } from './brand.ts'

/** Addresses that the single-page application answers itself. */
const applicationPaths = ['/webapp', '/webapp/*', '/login', '/register', '/logout', '/login-failed']

const escaped = (text: string) => text.replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`)

export type PagesOptions = {
  folder: string
  publicUrl: string
  brand: Brand
  signIn: ExternalSignIn | undefined
}

/** Serves the built web: the public pages, the application, and its assets. */
export async function servePages(
  app: FastifyInstance,
  { folder, publicUrl, brand, signIn }: PagesOptions,
): Promise<void> {
  const branded = (html: string) =>
    html.replace(/\{\{brand\.(\w+)\}\}/g, (whole, key: string) =>
      key in brand ? escaped(String(brand[key as keyof Brand])) : whole,
    )
  const page = async (name: string) => branded(await readFile(join(folder, name), 'utf8'))
  const application = (await page('app.html')).replace('<!--configuration-->', () =>
    configurationTag(browserConfiguration(publicUrl, signIn)),
  )
  const home = await page('index.html')
  const missing = await page('error/404.html')

  await app.register(fastifyStatic, {
    root: join(folder, 'assets'),
    prefix: '/assets/',
    // Names carry a hash of the content.
    immutable: true,
    maxAge: '1y',
    preCompressed: true,
    index: false,
  })

  const html = (reply: FastifyReply, text: string) =>
    reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(text)

  for (const path of applicationPaths)
    app.get(path, async (request, reply) => {
      const elsewhere = underPublicName(request, publicUrl)
      return elsewhere ? reply.redirect(elsewhere) : html(reply, application)
    })
  app.get('/', (_request, reply) => html(reply, home))
  app.get('/error/404', (_request, reply) => html(reply.code(404), missing))

  // The specification: unknown routes redirect to error/404. Calls and files get a plain 404 instead.
  app.get('/*', (request, reply) => {
    const path = request.url.split('?')[0] ?? ''
    const wantsPage = request.headers.accept?.includes('text/html') && !path.startsWith('/api/')
    return wantsPage ? reply.redirect('/error/404') : reply.callNotFound()
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
  return isOtherLocalName ? new URL(request.url, publicUrl).href : null
}
