// The package ships no types; these are the parts of it that the product uses.
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http'
  import type { JWK } from 'jose'

  export type StoredPayload = {
    jti?: string
    grantId?: string
    uid?: string
    [key: string]: unknown
  }

  export interface Adapter {
    upsert(id: string, payload: StoredPayload, expiresIn: number | undefined): Promise<void>
    find(id: string): Promise<StoredPayload | undefined>
    findByUid(uid: string): Promise<StoredPayload | undefined>
    findByUserCode(code: string): Promise<StoredPayload | undefined>
    consume(id: string): Promise<void>
    destroy(id: string): Promise<void>
    revokeByGrantId(grantId: string): Promise<void>
  }

  export type Account = {
    accountId: string
    /** The product's own: see `IdentityUser`. */
    generation?: number
    claims(): Record<string, unknown>
  }

  export interface Grant {
    addOIDCScope(scope: string): void
    addResourceScope(resource: string, scope: string): void
    save(): Promise<string>
  }

  export interface Session {
    uid: string
    accountId?: string
    /** Ends with the browser. */
    transient?: boolean
    destroyed?: boolean
    destroy(): Promise<void>
  }

  export type OidcContext = {
    client?: { clientId: string }
    account?: Account
    session: { accountId?: string; grantIdFor(clientId: string): string | undefined }
    entities: {
      IdTokenHint?: { payload: { sub?: string } }
      Session?: Session
      AccessToken?: { sessionUid?: string }
    }
    result?: { login?: { accountId: string } }
    provider: Provider
    promptPending(name: string): boolean
  }

  /** A Koa context. */
  export type Context = {
    req: IncomingMessage & {
      originalUrl?: string
      /** The product's own: where the mount says that the request came from. */
      cameFrom?: { address: string; userAgent: string | undefined; secrets?: readonly string[] }
    }
    path: string
    type: string
    status: number
    body: unknown
    oidc: OidcContext
    set(header: string, value: string): void
  }

  export type ProviderError = Error & { error_description?: string; error_detail?: string }

  export type ErrorOut = { error: string; error_description?: string }

  export type Client = {
    client_id: string
    application_type: 'web'
    token_endpoint_auth_method: 'none'
    grant_types: string[]
    response_types: string[]
    redirect_uris: string[]
    post_logout_redirect_uris: string[]
  }

  export type CookieOptions = {
    httpOnly: boolean
    sameSite: 'lax'
    signed: boolean
    path?: string
  }

  export type ResourceServer = {
    scope: string
    audience: string
    accessTokenFormat: 'jwt'
    accessTokenTTL: number
    jwt: { sign: { alg: 'RS256' } }
  }

  export type Configuration = {
    adapter?: (model: string) => Adapter
    clients: Client[]
    jwks: { keys: JWK[] }
    cookies: {
      keys: string[]
      names?: { session: string; interaction: string; resume: string }
      long?: CookieOptions
      short?: CookieOptions
    }
    claims: Record<string, string[]>
    clientBasedCORS: (ctx: Context, origin: string) => boolean
    conformIdTokenClaims: boolean
    expiresWithSession?: () => boolean
    extraParams?: string[]
    extraTokenClaims: (ctx: Context, token: { sessionUid?: string }) => Record<string, unknown>
    features: Record<string, { enabled: boolean; [setting: string]: unknown }>
    findAccount: (
      ctx: Context,
      subject: string,
      token: { sessionUid?: string } | undefined,
    ) => Promise<Account | undefined>
    interactions: {
      policy?: PromptList
      url: (ctx: Context, interaction: { uid: string }) => string
    }
    issueRefreshToken: () => boolean
    loadExistingGrant: (ctx: Context) => Promise<Grant | undefined>
    renderError?: (ctx: Context, out: ErrorOut, error: Error) => void
    responseTypes: string[]
    rotateRefreshToken: () => boolean
    routes?: Record<string, string>
    scopes: string[]
    ttl?: Record<string, number>
  }

  export type InteractionDetails = {
    uid: string
    prompt: { name: string }
    params: { login_hint?: string; client_id?: string }
  }

  export type InteractionResult =
    | { login: { accountId: string; amr?: string[]; remember?: boolean } }
    | { error: string; error_description: string }

  export class Provider {
    constructor(issuer: string, configuration: Configuration)
    proxy: boolean
    readonly Grant: {
      new (properties: { accountId: string; clientId: string }): Grant
      find(id: string): Promise<Grant | undefined>
    }
    readonly Session: {
      /** The browser's, by its cookie; an empty one where it has none. */
      get(ctx: Context): Promise<Session>
      findByUid(uid: string): Promise<Session | undefined>
    }
    readonly RefreshToken: { prototype: { scope?: string } }
    readonly Client: { prototype: object }
    createContext(req: IncomingMessage, res: ServerResponse): Context
    callback(): (req: IncomingMessage, res: ServerResponse) => Promise<void>
    use(middleware: (ctx: Context, next: () => Promise<void>) => Promise<void>): this
    on(event: string, listener: (ctx: Context, error: ProviderError) => void): this
    interactionDetails(req: IncomingMessage, res: ServerResponse): Promise<InteractionDetails>
    /** Answers the address at which the authorization goes on. */
    interactionResult(
      req: IncomingMessage,
      res: ServerResponse,
      result: InteractionResult,
      options?: { mergeWithLastSubmission?: boolean },
    ): Promise<string>
  }

  export interface Prompt {
    checks: { add(check: unknown): void }
  }

  export interface PromptList {
    get(name: string): Prompt | undefined
  }

  export const interactionPolicy: {
    base(): PromptList
    Check: new (
      reason: string,
      description: string,
      error: string,
      check: (ctx: Context) => boolean,
    ) => unknown
  }

  export const errors: { SessionNotFound: new (message: string) => ProviderError & { error: string } }
}
