import {
  type ClientMetadata,
  type Configuration,
  type Grant,
  interactionPolicy,
  type KoaContextWithOIDC,
} from 'oidc-provider'
import {
  ACCOUNT_CLIENT_ID,
  ACCOUNT_PAGE,
  API_SCOPE,
  AUDIENCE,
  CLIENT_ID,
  FULL_ACCESS,
  GENERATION_CLAIM,
  INVITATION_PARAMETER,
  policyOfPath,
  SIGN_UP_POLICY,
} from './policies.ts'
import { addressIn, type ProviderAccount, sessionUidOf } from './provider-context.ts'
import { renderError, renderSignedOut, renderSignOut } from '#server/identity/pages/provider-pages.ts'
import { type ProviderKeys } from '#server/identity/store/keys.ts'
import { StateStore } from '#server/identity/store/state.ts'
import { findUserBySubject, type KnownUser, type Pool } from '#server/identity/store/users.ts'

const MINUTE = 60
const DAY = 24 * 60 * MINUTE
const SIGNED_IN_FOR = 14 * DAY

const plainCookies = { session: '_session', interaction: '_interaction', resume: '_interaction_resume' }
// What browsers hold to this host by the name alone, so that no neighbour under the same domain can set it. A
// sign-in under way has an address of its own and several may be open at once: its cookies keep to their paths,
// which __Host- does not allow.
const hostCookies = {
  session: '__Host-session',
  interaction: '__Secure-interaction',
  resume: '__Secure-interaction_resume',
}

export type ProviderSettings = {
  pool: Pool
  publicUrl: string
  keys: ProviderKeys
  accessTokenSeconds: number
  productName: string
}

const policyOf = (ctx: KoaContextWithOIDC) => policyOfPath(addressIn(ctx))

export function providerConfiguration(settings: ProviderSettings): Configuration {
  const { pool, publicUrl, keys, productName } = settings
  const cookie = { httpOnly: true, sameSite: 'lax', signed: true } as const
  const isHttps = publicUrl.startsWith('https:')
  const client = {
    application_type: 'web',
    token_endpoint_auth_method: 'none',
    response_types: ['code'],
  } satisfies Partial<ClientMetadata>

  return {
    adapter: model => new StateStore(pool, model),
    clients: [
      {
        ...client,
        client_id: CLIENT_ID,
        grant_types: ['authorization_code', 'refresh_token'],
        redirect_uris: [`${publicUrl}/webapp`],
        post_logout_redirect_uris: [`${publicUrl}/`],
      },
      {
        ...client,
        client_id: ACCOUNT_CLIENT_ID,
        grant_types: ['authorization_code'],
        redirect_uris: [publicUrl + ACCOUNT_PAGE],
        post_logout_redirect_uris: [],
      },
    ],
    jwks: keys.jwks,
    cookies: {
      keys: keys.cookieKeys,
      names: isHttps ? hostCookies : plainCookies,
      long: { ...cookie, path: isHttps ? '/' : '/identity' },
      short: cookie,
    },
    claims: {
      openid: [
        ...['sub', 'oid', 'tid', 'tfp', 'name', 'emails', 'preferred_username', 'extension_Company'],
        'email_verified',
        'signin_state',
      ],
    },
    clientBasedCORS: (_ctx, origin) => origin === publicUrl,
    conformIdTokenClaims: false,
    // Signing out ends the refresh tokens too.
    expiresWithSession: () => true,
    // The secret of a link that lets its holder sign up where not everybody may.
    extraParams: [INVITATION_PARAMETER],
    extraTokenClaims: (ctx, token) => {
      const account = ctx.oidc.account as ProviderAccount | undefined
      const { sub: _sub, signin_state: _state, ...claims }: Record<string, unknown> = account?.claims() ?? {}
      return {
        ...claims,
        scp: FULL_ACCESS,
        sid: sessionUidOf(token),
        [GENERATION_CLAIM]: account?.generation,
      }
    },
    features: {
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      userinfo: { enabled: false },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (ctx, form) => renderSignOut(ctx, form, productName),
        postLogoutSuccessSource: ctx => renderSignedOut(ctx, productName),
      },
      // MSAL names no resource: every token is for the product's API.
      resourceIndicators: {
        enabled: true,
        defaultResource: () => AUDIENCE,
        useGrantedResource: () => true,
        getResourceServerInfo: () => ({
          scope: API_SCOPE,
          audience: AUDIENCE,
          accessTokenFormat: 'jwt',
          accessTokenTTL: settings.accessTokenSeconds,
          jwt: { sign: { alg: 'RS256' } },
        }),
      },
    },
    findAccount: async (ctx, subject, token) => {
      const user = await findUserBySubject(pool, subject)
      return (
        user &&
        accountOf(user, ctx, {
          tenantId: keys.tenantId,
          kept: await outlivesBrowser(ctx, sessionUidOf(token)),
        })
      )
    },
    interactions: {
      policy: prompts(),
      url: (ctx, { uid }) => `/identity/${policyOf(ctx)}/interaction/${uid}`,
    },
    // MSAL asks for offline_access without prompt=consent, for which the provider would give no token.
    issueRefreshToken: () => true,
    loadExistingGrant: grantEverything,
    renderError: (ctx, out) => renderError(ctx, out, productName),
    responseTypes: ['code'],
    rotateRefreshToken: () => true,
    routes: {
      authorization: '/oauth2/v2.0/authorize',
      token: '/oauth2/v2.0/token',
      end_session: '/oauth2/v2.0/logout',
      jwks: '/discovery/v2.0/keys',
    },
    scopes: ['openid', 'profile', 'offline_access'],
    ttl: {
      AccessToken: settings.accessTokenSeconds,
      AuthorizationCode: MINUTE,
      IdToken: 60 * MINUTE,
      Interaction: 60 * MINUTE,
      Grant: SIGNED_IN_FOR,
      RefreshToken: SIGNED_IN_FOR,
      Session: SIGNED_IN_FOR,
    },
  }
}

/** Whether the person asked to be kept signed in, when the session began that this token belongs to. */
async function outlivesBrowser(ctx: KoaContextWithOIDC, sessionUid: string | undefined): Promise<boolean> {
  if (!sessionUid) return false
  const session = await ctx.oidc.provider.Session.findByUid(sessionUid)
  return session !== undefined && session.transient !== true
}

function accountOf(
  user: KnownUser,
  ctx: KoaContextWithOIDC,
  { tenantId, kept }: { tenantId: string; kept: boolean },
): ProviderAccount {
  return {
    accountId: user.subject,
    generation: user.generation,
    claims: () => ({
      sub: user.subject,
      oid: user.subject,
      tid: tenantId,
      tfp: policyOf(ctx),
      name: user.displayName,
      emails: [user.email],
      email_verified: user.emailVerified,
      preferred_username: user.email,
      ...(user.company === null ? undefined : { extension_Company: user.company }),
      // MSAL keeps its tokens when the browser is closed if it reads this.
      ...(kept ? { signin_state: ['kmsi'] } : undefined),
    }),
  }
}

function prompts(): interactionPolicy.DefaultPolicy {
  const policy = interactionPolicy.base()
  // Whoever follows Sign Up means a new identity, even while another one is signed in here.
  policy
    .get('login')
    ?.checks.add(
      new interactionPolicy.Check(
        'sign_up',
        'a new identity is to be made',
        'login_required',
        ctx =>
          policyOf(ctx) === SIGN_UP_POLICY &&
          !ctx.oidc.promptPending('none') &&
          ctx.oidc.result?.login === undefined,
      ),
    )
  return policy
}

/** The product's own browser application needs no consent of its users. */
async function grantEverything(ctx: KoaContextWithOIDC): Promise<Grant | undefined> {
  const { provider, session, account, client } = ctx.oidc
  const clientId = client?.clientId ?? CLIENT_ID
  const existingId = session?.grantIdFor(clientId)
  const existing = existingId ? await provider.Grant.find(existingId) : undefined
  if (existing || !account) return existing
  const grant = new provider.Grant({ accountId: account.accountId, clientId })
  grant.addOIDCScope('openid profile')
  grant.addResourceScope(AUDIENCE, API_SCOPE)
  await grant.save()
  return grant
}
