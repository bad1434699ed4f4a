// What these two add to Fastify's types; without them this file is right only where others import them too.
import type {} from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { may, personOnlyPermissions, roleLabels } from '#contract/permissions.ts'
import type { Database, Session } from './db/db.ts'
import { AppError } from './errors.ts'
import type { Identity } from '#server/identity/provider/tokens.ts'
import type { Budgets } from './budgets/budgets.ts'
import type {} from './fair-shares.ts'
import { disconnectSignal } from './disconnect-signal.ts'
import { hashesPassword, isLongCall, isLongRead } from './long-reads.ts'
import type {} from './request-log.ts'
import { setEntityTag, setListHeaders, versionIn } from './record-headers.ts'
import { requireStorable } from './wire-names.ts'
import { bytesFor, type WrittenPage } from './written-pages.ts'
import { WrittenRecord } from './written-record.ts'

declare module 'fastify' {
  interface FastifyRequest {
    identity: Identity | null
    /** What was sent has been read and checked, and the call is on its way. */
    isHandled: boolean
  }
  interface FastifyContextConfig {
    endpoint?: Endpoint
  }
}

type Output<Schema> = z.output<NonNullable<Schema> & z.ZodType>

export type Call<E extends Endpoint> = {
  params: Output<E['params']>
  query: Output<E['query']>
  body: Output<E['body']>
  /** The version that the caller had read, from If-Match; undefined: save without asking. */
  ifMatch: number | undefined
  request: FastifyRequest
  reply: FastifyReply
  /** Aborted when the caller disconnects before the answer: work that is only for them can stop. */
  left: AbortSignal
}

export type ReplyOf<E extends Endpoint> = Output<E['reply']>

/** One page of a list, and how many rows there are in all. */
export type Page<Row> = { rows: Row[]; total: number }

export type Api = {
  app: FastifyInstance
  database: Database
  /** Binds a function that runs in one transaction of the signed-in person's company. */
  bind<E extends Endpoint>(
    endpoint: E,
    handle: (session: Session, call: Call<E>) => Promise<ReplyOf<E> | WrittenRecord>,
  ): void
  /** The same for what makes a record: the same POST again is answered with 200 and the stored one. */
  bindCreate<E extends Endpoint>(
    endpoint: E,
    handle: (session: Session, call: Call<E>) => Promise<{ stored: ReplyOf<E>; created: boolean }>,
  ): void
  /** The same for a list: X-Total-Count and Link say what the page leaves out. */
  bindList<E extends Endpoint>(
    endpoint: E,
    handle: (
      session: Session,
      call: Call<E>,
    ) => Promise<Page<ReplyOf<E> extends (infer Row)[] ? Row : never>>,
  ): void
  /** The same for a list whose page is JSON already; whoever has it is answered 304. */
  bindWrittenList<E extends Endpoint>(
    endpoint: E,
    handle: (session: Session, call: Call<E>) => Promise<WrittenPage>,
  ): void
  /** Binds a function that opens its own transactions: uploads, which must not hold one while bytes arrive. */
  bindWithoutTransaction<E extends Endpoint>(
    endpoint: E,
    handle: (asUser: AsUser, call: Call<E>) => Promise<unknown>,
  ): void
}

/** Runs in a transaction of the signed-in person's company, permission checked. */
export type AsUser = <Result>(work: (session: Session) => Promise<Result>) => Promise<Result>

export type RouteOptions = {
  database: Database
  checkToken: (authorization: string | undefined) => Promise<Identity>
  budgets: Budgets
  /** Whether what is JSON already is held against its contract, as other replies are by their serializer. */
  checkReplies: boolean
}

export function createApi(
  app: FastifyInstance,
  { database, checkToken, budgets, checkReplies }: RouteOptions,
): Api {
  const { shares } = app
  const { companies } = shares
  /** `left`: whoever has gone by then takes no connection any more, and a read stops at its next statement. */
  const asUserOf =
    (endpoint: Endpoint, request: FastifyRequest, left?: AbortSignal, isList = false): AsUser =>
    async work => {
      const { subject, generation } = identityOf(request)
      request.databaseUse ??= { milliseconds: 0 }
      const use = request.databaseUse
      let stopwatch: { company: string; begun: number } | undefined
      const inTransaction = () =>
        database.asUser(
          subject,
          async session => {
            const company = session.accountId
            stopwatch = { company, begun: performance.now() }
            request.asker = { company, person: session.userId, isProgram: session.isProgram }
            // The first call of somebody who was not here yet was counted for nobody.
            if (companies.of(subject) === undefined) budgets.spend(company, 'requests', 1)
            companies.learn(subject, company)
            allow(session, endpoint)
            return { value: await work({ ...session, generation }) }
          },
          endpoint.method === 'GET'
            ? { readsOnly: true, use, ...(left && { left }) }
            : { use, origin: { address: request.ip, userAgent: request.headers['user-agent'] } },
        )
      const whose = companies.of(subject) ?? subject
      const inTurn = () =>
        shares.transactions.take(
          whose,
          () =>
            inTransaction().finally(() => {
              if (stopwatch) budgets.spend(stopwatch.company, 'work', performance.now() - stopwatch.begun)
            }),
          left,
        )
      const result = await (isLongRead(endpoint, request, isList)
        ? shares.longReads.take(whose, inTurn, left)
        : inTurn())
      if (!result)
        throw new AppError(
          'account_required',
          'This sign-in does not belong to a company account yet; POST /api/register creates one.',
        )
      return result.value
    }

  /** Before the body is read, and without a word to the database. */
  function admit({ subject }: Identity, endpoint: Endpoint): void {
    const company = companies.of(subject)
    if (endpoint.alwaysAnswered) {
      if (company !== undefined) budgets.spend(company, 'requests', 1)
    } else if (company === undefined) budgets.admitSubject(subject)
    else budgets.admit(company)
  }

  /** What a call takes a turn of from its beginning to its end; others take one for each transaction. */
  function turnsOf(endpoint: Endpoint) {
    if (hashesPassword(endpoint)) return shares.passwords
    return isLongCall(endpoint) ? shares.longReads : undefined
  }

  function add<E extends Endpoint>(endpoint: E, handle: (call: Call<E>) => Promise<unknown>): void {
    const needsBody = endpoint.body && !endpoint.multipart && !endpoint.body.safeParse(undefined).success
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      config: { endpoint },
      schema: {
        summary: endpoint.summary,
        tags: [endpoint.tag],
        ...(endpoint.params && { params: endpoint.params }),
        ...(endpoint.query && { querystring: endpoint.query }),
        ...(endpoint.body && !endpoint.multipart && { body: endpoint.body }),
        // 200 beside 201: a repeated call answers what the first one made.
        ...(endpoint.reply && {
          response: { [endpoint.status ?? 200]: endpoint.reply, 200: endpoint.reply },
        }),
      },
      onRequest: async (request, reply) => {
        // A shared computer's browser must not show a company's data after sign-out.
        void reply.header('cache-control', 'no-store')
        if (endpoint.access === 'public') return
        request.identity = await checkToken(request.headers.authorization)
        admit(request.identity, endpoint)
      },
      // Permission is checked before the body: only those who may make the call learn what its fields are called.
      errorHandler: (error, request, reply) => {
        if (request.identity === null || request.isHandled || endpoint.access === 'identity') throw error
        // Whoever asks too much is not looked up for it.
        if (error instanceof AppError && error.code === 'too_many_requests') throw error
        const whoAsks = asUserOf(endpoint, request)(async () => undefined)
        void whoAsks.then(
          () => reply.send(error),
          (refusal: Error) => reply.send(refusal),
        )
      },
      preValidation: async request => {
        for (const part of [request.params, request.query])
          for (const [name, value] of Object.entries(part as Record<string, unknown>))
            for (const text of [value].flat()) if (typeof text === 'string') requireStorable(name, text)
        if (!needsBody || request.body !== undefined) return
        if (request.isMultipart()) throw new AppError('unsupported_media_type', 'Send JSON, not a form.')
        throw new AppError('bad_request', 'This call needs a JSON body, but came without one.')
      },
      handler: async (request, reply) => {
        const ifMatch = versionIn(request.headers['if-match'])
        request.isHandled = true
        void reply.code(endpoint.status ?? 200)
        const call = {
          params: request.params,
          query: request.query,
          body: request.body,
          ifMatch,
          request,
          reply,
          left: disconnectSignal(reply),
        } as Call<E>
        const { subject } = request.identity ?? {}
        const turns = turnsOf(endpoint)
        const result = await (subject && turns
          ? turns.take(companies.of(subject) ?? subject, () => handle(call), call.left)
          : handle(call))
        if (reply.sent) return reply
        if (result instanceof WrittenRecord) return sendWritten(reply, result)
        setEntityTag(reply, result)
        return reply.send(result ?? undefined)
      },
    })
  }

  function sendWritten(reply: FastifyReply, { text, version }: WrittenRecord): FastifyReply {
    if (checkReplies) reply.serializeInput(JSON.parse(text), String(reply.statusCode))
    void reply.header('etag', `"${version}"`)
    return reply.type('application/json; charset=utf-8').send(text)
  }

  return {
    app,
    database,
    bind: (endpoint, handle) =>
      add(endpoint, call => asUserOf(endpoint, call.request, call.left)(session => handle(session, call))),
    bindCreate: (endpoint, handle) =>
      add(endpoint, async call => {
        const asUser = asUserOf(endpoint, call.request, call.left)
        const { stored, created } = await asUser(session => handle(session, call))
        if (!created) void call.reply.code(200)
        return stored
      }),
    bindList: (endpoint, handle) =>
      add(endpoint, async call => {
        const asUser = asUserOf(endpoint, call.request, call.left, true)
        const { rows, total } = await asUser(session => handle(session, call))
        setListHeaders(call.request, call.reply, rows.length, total)
        return rows
      }),
    bindWrittenList: (endpoint, handle) =>
      add(endpoint, async call => {
        const { request, reply } = call
        const asUser = asUserOf(endpoint, request, call.left, true)
        const page = await asUser(session => handle(session, call))
        setListHeaders(request, reply, page.count, page.total)
        if (checkReplies) reply.serializeInput(JSON.parse(page.body.toString()), '200')
        return bytesFor(request, reply, page)
      }),
    // Saves in several transactions are not left half-way: what they began, they tidy up.
    bindWithoutTransaction: (endpoint, handle) =>
      add(endpoint, call => {
        const left = endpoint.method === 'GET' ? call.left : undefined
        return handle(asUserOf(endpoint, call.request, left), call)
      }),
  }
}

export function identityOf(request: FastifyRequest): Identity {
  if (!request.identity) throw new AppError('sign_in_required', 'This call needs an access token.')
  return request.identity
}

function allow({ role, adjustments, isProgram }: Session, { access }: Endpoint): void {
  if (access === 'public' || access === 'identity') return
  if (isProgram && personOnlyPermissions.includes(access))
    throw new AppError(
      'not_allowed',
      'API tokens cannot manage people, permissions or tokens. Sign in as a person who may.',
    )
  if (may(role, access, adjustments)) return
  throw new AppError(
    'not_allowed',
    isProgram
      ? `This API token acts as ${roleLabels[role]}, which does not allow this. Ask an Administrator of your company.`
      : `Your role, ${roleLabels[role]}, does not allow this. Ask an Administrator of your company.`,
  )
}
