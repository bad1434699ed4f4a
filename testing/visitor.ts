import type { FastifyInstance } from 'fastify'

type Server = string | FastifyInstance

/** A listening server's origin, or an app to be called without a port; several take turns. */
export type Target = Server | Server[]

/** Where the browser is, and what it sees there. */
export type Page = { url: string; status: number; text: string }

export type Cookie = { name: string; value: string; path: string; lasting: boolean }

export type VisitorOptions = { address?: string; userAgent?: string }

type Reply = { status: number; text: string; location: string | undefined; headers: Headers }

const REDIRECTS_AT_MOST = 10

/** A browser's part that sign-in needs: cookies by path, redirects, and forms. */
export class TestVisitor {
  readonly #servers: Server[]
  readonly origin: string
  readonly #address: string | undefined
  readonly #userAgent: string
  #cookies: Cookie[] = []

  /** `address` is where the trusted proxy says that the visitor comes from. */
  constructor(target: Target, { address, userAgent = 'Visitor/1.0' }: VisitorOptions = {}) {
    this.#address = address
    this.#userAgent = userAgent
    this.#servers = [target].flat()
    const [first] = this.#servers
    this.origin = typeof first === 'string' ? new URL(first).origin : 'http://localhost'
  }

  async send(
    method: 'GET' | 'POST',
    url: string,
    form?: Record<string, string>,
    accept = 'text/html',
  ): Promise<Reply> {
    const { pathname, search, host, origin } = new URL(url)
    const headers: Record<string, string> = { host, accept, 'user-agent': this.#userAgent }
    if (method === 'POST') headers['origin'] = origin
    if (this.#address !== undefined) headers['x-forwarded-for'] = this.#address
    const cookies = this.#cookies.filter(({ path }) => covers(path, pathname))
    if (cookies.length > 0)
      headers['cookie'] = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
    if (form) headers['content-type'] = 'application/x-www-form-urlencoded'
    const body = form && new URLSearchParams(form).toString()
    const reply = await this.#transmit(method, pathname + search, headers, body)
    for (const line of reply.headers.getSetCookie()) this.#keep(line, pathname)
    return reply
  }

  /** Follows redirects until a page is shown or the browser would arrive at `stopAt`. */
  async open(url: string, stopAt: string): Promise<Page> {
    return this.#follow(url, await this.send('GET', url), stopAt)
  }

  /** Sends the form on `page` whose action ends in `/{step}`. */
  async submit(page: Page, step: string, values: Record<string, string>): Promise<Page> {
    const action = [...page.text.matchAll(/(?:form)?action="([^"]+)"/g)]
      .map(match => match[1] ?? '')
      .find(address => address.endsWith(`/${step}`))
    if (action === undefined) throw new Error(`There is no form "${step}" on ${page.url}:\n${page.text}`)
    return this.post(new URL(action, page.url).href, values)
  }

  /** Sends a form to this address, and follows where it leads. */
  async post(url: string, values: Record<string, string>): Promise<Page> {
    return this.#follow(url, await this.send('POST', url, values), `${new URL(url).origin}/webapp`)
  }

  /** The browser is closed and opened again: cookies without an expiry are gone. */
  restart(): void {
    this.#cookies = this.#cookies.filter(({ lasting }) => lasting)
  }

  cookie(name: string): string | undefined {
    return this.#cookies.find(cookie => cookie.name === name)?.value
  }

  /** Puts a cookie in that no server has set here. */
  plantCookie(name: string, value: string): void {
    this.#cookies = this.#cookies.filter(cookie => cookie.name !== name)
    this.#cookies.push({ name, value, path: '/', lasting: true })
  }

  /** What a real browser needs to go on where this visitor is. */
  get cookies(): readonly Readonly<Cookie>[] {
    return this.#cookies
  }

  /** Every cookie held, whatever path it belongs to: what no browser would send. */
  get allCookies(): string {
    return this.#cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  }

  async #follow(from: string, first: Reply, stopAt: string): Promise<Page> {
    let url = from
    let reply = first
    for (let hops = 0; reply.location !== undefined; hops++) {
      if (hops > REDIRECTS_AT_MOST) throw new Error(`Redirects without end at ${url}`)
      url = new URL(reply.location, url).href
      if (url.startsWith(stopAt)) return { url, status: reply.status, text: '' }
      reply = await this.send('GET', url)
    }
    return { url, status: reply.status, text: reply.text }
  }

  async #transmit(
    method: 'GET' | 'POST',
    path: string,
    headers: Record<string, string>,
    body: string | undefined,
  ): Promise<Reply> {
    const server = this.#servers.shift()
    if (server === undefined) throw new Error('This visitor was given no server.')
    this.#servers.push(server)
    if (typeof server !== 'string') return inject(server, method, path, headers, body)
    const { host: _host, ...sent } = headers
    const reply = await fetch(server.replace(/\/$/, '') + path, {
      method,
      headers: sent,
      redirect: 'manual',
      ...(body === undefined ? undefined : { body }),
    })
    return {
      status: reply.status,
      text: await reply.text(),
      location: reply.headers.get('location') ?? undefined,
      headers: reply.headers,
    }
  }

  #keep(line: string, requestPath: string): void {
    const [pair = '', ...attributes] = line.split(/; */)
    const [name = '', value = ''] = pair.split(/=(.*)/s)
    const attribute = (wanted: string) =>
      attributes.find(text => text.toLowerCase().startsWith(`${wanted}=`))?.slice(wanted.length + 1)
    const path = attribute('path') ?? requestPath.replace(/\/[^/]*$/, '')
    this.#cookies = this.#cookies.filter(cookie => cookie.name !== name || cookie.path !== path)
    const expires = attribute('expires')
    const expired = Date.parse(expires ?? '') < Date.now()
    const lasting = expires !== undefined || attribute('max-age') !== undefined
    if (!expired) this.#cookies.push({ name, value, path, lasting })
  }
}

const covers = (cookiePath: string, path: string) =>
  path === cookiePath || path.startsWith(cookiePath.endsWith('/') ? cookiePath : `${cookiePath}/`)

async function inject(
  app: FastifyInstance,
  method: 'GET' | 'POST',
  url: string,
  headers: Record<string, string>,
  body: string | undefined,
): Promise<Reply> {
  const reply = await app.inject({
    method,
    url,
    headers,
    ...(body === undefined ? undefined : { payload: body }),
  })
  const received = new Headers()
  for (const [name, value] of Object.entries(reply.headers))
    for (const single of Array.isArray(value) ? value : [value]) received.append(name, String(single))
  const location = received.get('location') ?? undefined
  return { status: reply.statusCode, text: reply.payload, location, headers: received }
}
