import type { AccessToken, Account, KoaContextWithOIDC, OIDCContext, Session } from 'oidc-provider'
import type { Origin } from '#server/identity/store/events.ts'

/** What the provider is handed with a request, at its mount: the address before the mount's part was cut off. */
declare module 'node:http' {
  interface IncomingMessage {
    originalUrl?: string
    cameFrom?: Origin
  }
}

/** A person as the provider knows them; their tokens end when `generation` is raised. */
export type ProviderAccount = Account & {
  generation: number
  claims(): { sub: string; [name: string]: unknown }
}

/** As middleware sees a request: the provider has taken it up only if it is one of its own. */
export type MaybeProviderContext = Pick<KoaContextWithOIDC, 'req' | 'body'> & { oidc?: OIDCContext }

/** The session that a token belongs to; tokens of programs belong to none. */
export const sessionUidOf = (token: object | undefined): string | undefined =>
  token && 'sessionUid' in token ? (token as AccessToken).sessionUid : undefined

/** A session that was signed out in this very request. */
export const isDestroyed = (session: Session): boolean => 'destroyed' in session && session.destroyed === true

/** The address that the browser asked for, the mount included. */
export const addressIn = (ctx: Pick<KoaContextWithOIDC, 'req'>): string => ctx.req.originalUrl ?? ''
