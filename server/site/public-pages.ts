import { keysOf, entriesOf } from '#contract/typed-objects.ts'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  type ErrorPage,
  errorPages,
  pageFile,
  SIGNED_IN_COOKIE,
  type SitePage,
  sitePages,
} from '#contract/site.ts'
import type { Brand } from '#server/brand.ts'
import { type PackedText, packText, sendPacked } from '#server/packed-text.ts'
import { fill, readTemplate, type Template } from './fill.ts'
import { brandValues, emptyForm, type FormState, visitValues } from './values.ts'

export type PublicPages = {
  /** Answers with a page as everybody sees it, made ready at the start. */
  send(request: FastifyRequest, reply: FastifyReply, name: SitePage | ErrorPage): FastifyReply
  /** Answers with a page whose form has been filled in. */
  sendForm(request: FastifyRequest, reply: FastifyReply, name: SitePage, form: FormState): FastifyReply
}

export type PublicPagesOptions = { folder: string; publicUrl: string; brand: Brand }

/** What the address says once a form was sent, so that loading the page again sends nothing. */
export const SENT = 'sent'
const withForms = new Set<string>(['contact', 'faq'] satisfies SitePage[])

/** Whether somebody is signed in in this browser, by a cookie that says so and opens nothing. */
export const isSignedIn = ({ headers }: FastifyRequest): boolean =>
  new RegExp(`(^|;\\s*)${SIGNED_IN_COOKIE}=yes(;|$)`).test(headers.cookie ?? '')

/** Fills the built pages with the brand, once; a page that names what nothing fills stops the start. */
export async function openPublicPages({
  folder,
  publicUrl,
  brand,
}: PublicPagesOptions): Promise<PublicPages> {
  const known = brandValues(brand, publicUrl)
  const names = [...keysOf(sitePages), ...keysOf(errorPages)]
  const templates = new Map<string, Template>()
  const ready = new Map<string, { stranger: PackedText; known: PackedText }>()
  const filled = (name: SitePage | ErrorPage, form: FormState, signedIn: boolean) => {
    const template = templates.get(name)
    if (!template) throw new Error(`There is no page ${name}.`)
    return fill(template, { ...known, ...visitValues(form, signedIn) })
  }
  for (const name of names) {
    templates.set(name, readTemplate(await readFile(join(folder, pageFile(name)), 'utf8')))
    ready.set(name, {
      stranger: packText(filled(name, emptyForm, false)),
      known: packText(filled(name, emptyForm, true)),
    })
  }
  const asPage = (reply: FastifyReply) =>
    reply.type('text/html; charset=utf-8').header('vary', 'accept-encoding, cookie')

  return {
    send(request, reply, name) {
      const both = ready.get(name)
      if (!both) throw new Error(`There is no page ${name}.`)
      const page = isSignedIn(request) ? both.known : both.stranger
      return sendPacked(request, asPage(reply), page)
    },
    sendForm: (request, reply, name, form) =>
      asPage(reply)
        .header('cache-control', 'no-store')
        .send(filled(name, form, isSignedIn(request))),
  }
}

/** Binds the public pages, the sitemap and what robots are told. */
export function servePublicPages(app: FastifyInstance, pages: PublicPages, publicUrl: string): void {
  for (const [name, path] of entriesOf(sitePages))
    app.get(path, (request, reply) => {
      const sent = withForms.has(name) && Object.hasOwn(request.query as object, SENT)
      return sent
        ? pages.sendForm(request, reply, name, { ...emptyForm, sent })
        : pages.send(request, reply, name)
    })
  app.get(errorPages.failure, (request, reply) => pages.send(request, reply, 'failure'))
  app.get(errorPages.missing, (request, reply) => pages.send(request, reply.code(404), 'missing'))

  const places = Object.values(sitePages).map(path => `  <url><loc>${publicUrl}${path}</loc></url>`)
  const sitemap = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...places,
    '</urlset>',
    '',
  ].join('\n')
  app.get('/sitemap.xml', (_request, reply) => reply.type('application/xml; charset=utf-8').send(sitemap))
  const robots = [
    'User-agent: *',
    ...['/webapp', '/api/', '/identity/', '/error'].map(path => `Disallow: ${path}`),
    '',
    `Sitemap: ${publicUrl}/sitemap.xml`,
    '',
  ].join('\n')
  app.get('/robots.txt', (_request, reply) => reply.type('text/plain; charset=utf-8').send(robots))
}
