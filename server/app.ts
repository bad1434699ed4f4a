import { errorFrom } from '#server/errors.ts'
import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
} from 'fastify'
import { validatorCompiler } from 'fastify-type-provider-zod'
import type { Database } from './db/db.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { addApiPage } from './api-page.ts'
import type { Budgets } from './budgets/budgets.ts'
import { countedStore } from './budgets/counted-store.ts'
import { companyRoutes } from './company/routes.ts'
import { companyExportRoutes } from './company-export/routes.ts'
import { compressReplies } from './compression.ts'
import { containerRoutes } from './containers/routes.ts'
import { referenceRoutes } from './references/routes.ts'
import { documentRoutes } from './documents/routes.ts'
import type { EnquiryDependencies } from './enquiries/commands.ts'
import { enquiryRoutes } from './enquiries/routes.ts'
import { AppError, busy } from './errors.ts'
import { exportRoutes } from './exports/routes.ts'
import { financeRoutes } from './finance/routes.ts'
import type { MessageReader } from './files/message-reader.ts'
import type { FileStore } from './files/store.ts'
import { registerUploads } from './files/uploads.ts'
import { historyRoutes } from './history/routes.ts'
import { signInRoutes } from './history/sign-in-routes.ts'
import type { UserDirectory } from '#server/identity/directory/directory.ts'
import type { SignUpRules } from '#server/identity/sign-up/sign-up-rules.ts'
import type { Identity } from '#server/identity/provider/tokens.ts'
import { importRoutes } from './imports/routes.ts'
import { itemRoutes } from './items/routes.ts'
import { partyLinkRoutes } from './jobs/link-routes.ts'
import { houseRoutes } from './houses/routes.ts'
import { jobChangeRoutes } from './job-changes/routes.ts'
import { writeReplies } from './write-replies.ts'
import { jobGlanceRoutes } from './job-glance/routes.ts'
import { jobRoutes } from './jobs/routes.ts'
import { limitRoutes } from './limits/routes.ts'
import type { Mailer } from './mail/mailer.ts'
import { mailTemplateRoutes } from './mail-templates/routes.ts'
import { countRecipients } from './mails/commands.ts'
import { mailRoutes } from './mails/routes.ts'
import type { MailService } from './mails/mail-service.ts'
import { documentApi } from './openapi.ts'
import { mentionRoutes } from './mentions/routes.ts'
import { noteRoutes } from './notes/routes.ts'
import { organisationRoutes } from './organisations/routes.ts'
import { portRoutes } from './ports/routes.ts'
import { lookupRoutes } from './lookups/routes.ts'
import { preferenceRoutes } from './preferences/routes.ts'
import { refuseUnknownCalls } from './unknown-calls.ts'
import { among, shareConnections } from './connections.ts'
import { FairShares, type FairSharesSettings } from './fair-shares.ts'
import { answerWithProblems, sendProblem } from './problems.ts'
import { type Log, openLog } from './log.ts'
import { cameFrom, REQUEST_ID_HEADER, rememberRequests, requestIdsFrom } from './request-ids.ts'
import type { LoggedRequests } from './log-settings.ts'
import { logRequests } from './request-log.ts'
import { createApi } from './route.ts'
import { searchRoutes } from './search/routes.ts'
import { refuseAmbiguousTargets } from './request-targets.ts'
import { securityHeaders } from './security-headers.ts'
import { type ConnectionLimits, connectionLimits, endSlowRequests } from './slow-requests.ts'
import { endSlowReaders } from './slow-readers.ts'
import { sharedViewRoutes } from './shared-views/routes.ts'
import { summaryRoutes } from './summaries/routes.ts'
import { templateRoutes } from './templates/routes.ts'
import { fitStarters, foundCompanyWithStarters } from './templates/starter-commands.ts'
import { hashesOf, type StarterTemplate } from './templates/starter-templates.ts'
import { refuseUnknownExpectations, answerUnreadable } from './unreadable-requests.ts'
import { userRoutes } from './users/routes.ts'
import { withApiTokens } from './users/token-commands.ts'
import { readBody, refusalOfBody } from './wire-names.ts'
import { refuseUnderLoad } from './under-load.ts'
import type { SheetReader } from './sheets/sheet-reader.ts'
import type { WordPool } from './word/pool.ts'
import type { PdfPrinter } from './pdf/printer.ts'

const JSON_LIMIT_BYTES = 1024 * 1024

/** What takes the thread longer than any screen's body does. */
const LARGE_BODY_BYTES = 64 * 1024

export type AppDependencies = {
  database: Database
  directory: UserDirectory
  files: FileStore
  /** A folder for what is written before it is sent. */
  dataDir: string
  messages: MessageReader
  /** What a new company begins with. */
  starters: readonly StarterTemplate[]
  word: WordPool
  sheets: SheetReader
  pdf: PdfPrinter
  mail: MailService
  /** What sends the product's own messages; without a mail server they wait on disk. */
  mailer: Mailer
  /** Who may found a company. */
  signUp: SignUpRules
  productName: string
  checkToken: (authorization: string | undefined) => Promise<Identity>
  /** Where visitors' messages go. */
  enquiries: EnquiryDependencies
  publicUrl: string
  uploadLimitBytes: number
  budgets: Budgets
  /** Checks every reply against its contract; tests and development do, production does not pay for it. */
  checkReplies: boolean
}

export type AppSettings = {
  /** Without `log`, which has its own. */
  logLevel: string
  /** The log of the whole process; one of its own where not given. */
  log?: Log
  logRequests?: LoggedRequests
  trustedProxies: readonly string[]
  /** Whose ids of requests are taken over; those of trusted proxies by default. */
  mayNameRequests?: (request: IncomingMessage) => boolean
  publicUrl: string
  /** Origins of a sign-in provider elsewhere, whose answers and hidden frames the page needs. */
  signInOrigins?: readonly string[]
  /** Where downloads are redirected to, if anywhere. */
  storeOrigin?: string | undefined
  limits?: ConnectionLimits
  shares?: FairSharesSettings
  /** How far behind its work the server may be before it refuses requests, in milliseconds; 2,000 by default. */
  busyAfterMs?: number
}

/** An empty server with what every route shares: logging, headers, limits, problems. */
export async function createServer(settings: AppSettings): Promise<FastifyInstance> {
  const limits = settings.limits ?? connectionLimits
  const loggerInstance: FastifyBaseLogger = settings.log ?? openLog({ level: settings.logLevel }).log
  const app = fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: requestIdsFrom(settings.mayNameRequests ?? cameFrom(among(settings.trustedProxies))),
    trustProxy: settings.trustedProxies.length > 0 ? [...settings.trustedProxies] : false,
    bodyLimit: JSON_LIMIT_BYTES,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 300 },
    http: {
      // A missing Host is refused with the other odd targets, in words.
      requireHostHeader: false,
      headersTimeout: limits.headersMs,
      connectionsCheckingInterval: Math.min(10_000, limits.headersMs),
    },
    // Fastify's own answer is no problem+json.
    return503OnClosing: false,
    // Of a whole request: a large file on a slow line may need hours, and its sender is watched otherwise.
    requestTimeout: 0,
    clientErrorHandler: answerUnreadable,
    // An address that cannot even be read meets no route and none of their error handlers.
    frameworkErrors: (error, _request, reply) => {
      const unreadable = error.code === 'FST_ERR_BAD_URL'
      const detail = unreadable ? 'The address cannot be read.' : 'A part of the address is too long.'
      void sendProblem(reply as FastifyReply, new AppError('bad_request', detail))
    },
  })
  app.decorate('shares', new FairShares(settings.shares))
  app.decorateRequest('identity', null)
  app.decorateRequest('isHandled', false)
  const storeOrigins = settings.storeOrigin === undefined ? [] : [settings.storeOrigin]
  const fixedHeaders = securityHeaders({
    contentSecurityPolicy: {
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        // The component library writes style elements at run time.
        styleSrc: ["'self'", "'unsafe-inline'"],
        fontSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        connectSrc: ["'self'", ...(settings.signInOrigins ?? []), ...storeOrigins],
        frameSrc: ["'self'", 'blob:', ...(settings.signInOrigins ?? [])],
        // Silent sign-in frames the application's own page.
        frameAncestors: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'self'"],
        formAction: ["'self'"],
        upgradeInsecureRequests: settings.publicUrl.startsWith('https:') ? [] : null,
      },
    },
    frameguard: { action: 'sameorigin' },
    strictTransportSecurity: settings.publicUrl.startsWith('https:'),
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
  })
  app.addHook('onRequest', (request, reply, done) => {
    void reply.headers(fixedHeaders).header(REQUEST_ID_HEADER, request.id)
    done()
  })
  rememberRequests(app)
  logRequests(app, settings.logRequests)
  refuseWhileClosing(app)
  refuseUnknownExpectations(app)
  refuseAmbiguousTargets(app)
  const { connections, ofOneAddress } = limits
  shareConnections(app, {
    connections,
    ofOneAddress,
    told: Math.ceil(ofOneAddress / 10),
    trustedProxies: settings.trustedProxies,
  })
  endSlowRequests(app, limits)
  endSlowReaders(app, limits)
  await refuseUnderLoad(app, settings.busyAfterMs)
  app.setValidatorCompiler(validatorCompiler)
  answerWithProblems(app)
  refuseUnknownCalls(app)
  readJsonOfEitherCase(app)
  return app
}

/** Connections that were open already may bring requests until the server has closed. */
function refuseWhileClosing(app: FastifyInstance): void {
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
  })
  app.addHook('onRequest', async (_request, reply) => {
    if (!isClosing) return
    void reply.header('connection', 'close')
    throw busy('The server is stopping. Try again in a moment.', 5)
  })
}

/** Binds the whole API of the contract to a server. */
export async function addApi(app: FastifyInstance, given: AppDependencies): Promise<void> {
  const { database, budgets } = given
  const dependencies = { ...given, files: countedStore(given) }
  writeReplies(app, dependencies.checkReplies)
  compressReplies(app)
  await documentApi(app, dependencies.publicUrl)
  const bound: Endpoint[] = []
  app.addHook('onRoute', ({ config }) => {
    const endpoint = config?.endpoint
    // Fastify adds a HEAD route to each GET.
    if (endpoint && !bound.includes(endpoint)) bound.push(endpoint)
  })
  addApiPage(app, bound)
  await registerUploads(app, { limitBytes: dependencies.uploadLimitBytes })
  const checkToken = withApiTokens(dependencies.database, dependencies.checkToken)
  const api = createApi(app, { database, checkToken, budgets, checkReplies: dependencies.checkReplies })
  jobRoutes(api)
  houseRoutes(api)
  jobGlanceRoutes(api)
  partyLinkRoutes(api)
  jobChangeRoutes(api, dependencies)
  exportRoutes(api)
  importRoutes(api, dependencies)
  itemRoutes(api)
  containerRoutes(api)
  referenceRoutes(api)
  noteRoutes(api)
  mentionRoutes(api)
  financeRoutes(api)
  organisationRoutes(api)
  portRoutes(api)
  companyRoutes(api, {
    ...dependencies,
    fitStarters: asUser => fitStarters(dependencies, asUser),
    starterHashes: dependencies.starters.flatMap(one => [...hashesOf(one), ...one.formerHashes]),
  })
  companyExportRoutes(api, dependencies)
  limitRoutes(api, dependencies)
  userRoutes(api, {
    ...dependencies,
    invitationMailer: dependencies.mail.smtp && dependencies.mailer,
    foundCompany: register => foundCompanyWithStarters(dependencies, register),
    countRecipient: session => countRecipients(dependencies, session, 1),
  })
  lookupRoutes(api)
  preferenceRoutes(api)
  sharedViewRoutes(api)
  searchRoutes(api)
  historyRoutes(api)
  signInRoutes(api)
  documentRoutes(api, dependencies)
  templateRoutes(api, dependencies)
  mailTemplateRoutes(api, dependencies)
  summaryRoutes(api, dependencies)
  mailRoutes(api, dependencies)
  enquiryRoutes(api, dependencies.enquiries)
}

function readJsonOfEitherCase(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    if (!isUtf8(bytes)) return done(new AppError('bad_request', 'The body is not text in UTF-8.'))
    const text = bytes.toString()
    // The specification's calls without a body carry the JSON content type all the same.
    if (text.trim() === '') return done(null, undefined)
    const read = () =>
      void parse(request, text, (error, value) => {
        if (error) return done(new AppError('bad_request', refusalOfBody(text)))
        try {
          done(null, readBody(text, value))
        } catch (failure) {
          done(errorFrom(failure))
        }
      })
    if (bytes.length < LARGE_BODY_BYTES) return read()
    const { subject } = request.identity ?? {}
    const company = subject && (app.shares.companies.of(subject) ?? subject)
    const inTurn = async () => {
      try {
        await app.shares.thread.take(company || request.ip, read)
      } catch (refusal) {
        done(errorFrom(refusal))
      }
    }
    void inTurn()
  })
}
