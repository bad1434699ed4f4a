import type { JWK } from 'jose'
import type { Configuration, KoaContextWithOIDC } from 'oidc-provider'
import { addressIn, type ProviderAccount } from '#server/identity/provider/provider-context.ts'
import {
  PROVIDER_AUDIENCE,
  PROVIDER_CLIENT,
  PROVIDER_SCOPE,
  scopeAskedFor,
  type ProviderPerson,
  type Shape,
} from './person.ts'

const claimsOf = (shape: Shape, { id, email, name, emailVerified = true, claims }: ProviderPerson) =>
  shape === 'b2c'
    ? { sub: id, oid: id, name, emails: [email], tfp: 'B2C_1_signupsignin1', ...claims }
    : { sub: id, name, email, email_verified: emailVerified, ...claims }

export function providerConfiguration(options: {
  shape: Shape
  people: readonly ProviderPerson[]
  signingKey: JWK
}): Configuration {
  const { shape, people, signingKey } = options
  const find = (id: string) => people.find(person => person.id === id)
  return {
    clients: [
      {
        client_id: PROVIDER_CLIENT,
        application_type: 'web',
        token_endpoint_auth_method: 'none',
        response_types: ['code'],
        grant_types: ['authorization_code', 'refresh_token'],
        redirect_uris: ['http://127.0.0.1/webapp'],
        post_logout_redirect_uris: ['http://127.0.0.1/'],
      },
    ],
    jwks: { keys: [signingKey] },
    cookies: { keys: ['signs the cookies of a test'] },
    claims: {
      openid: [
        ...new Set(['sub', 'name', ...people.flatMap(person => Object.keys(claimsOf(shape, person)))]),
      ],
    },
    clientBasedCORS: () => true,
    conformIdTokenClaims: false,
    extraTokenClaims: ctx => {
      const account = ctx.oidc.account as ProviderAccount | undefined
      const { sub: _sub, ...claims }: Record<string, unknown> = account?.claims() ?? {}
      return { ...claims, scp: PROVIDER_SCOPE }
    },
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: { enabled: true },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => `api://${PROVIDER_AUDIENCE}`,
        useGrantedResource: () => true,
        getResourceServerInfo: () => ({
          scope: scopeAskedFor(shape),
          audience: PROVIDER_AUDIENCE,
          accessTokenFormat: 'jwt',
          accessTokenTTL: 3600,
          jwt: { sign: { alg: 'RS256' } },
        }),
      },
    },
    findAccount: async (_ctx, id) => {
      const person = find(id)
      return person && { accountId: id, claims: () => claimsOf(shape, person) }
    },
    interactions: { url: (ctx, { uid }) => `${mountOf(ctx)}/interaction/${uid}` },
    issueRefreshToken: () => true,
    loadExistingGrant: async ({ oidc: { provider, account } }) => {
      if (!account) return undefined
      const grant = new provider.Grant({ accountId: account.accountId, clientId: PROVIDER_CLIENT })
      grant.addOIDCScope('openid profile email')
      grant.addResourceScope(`api://${PROVIDER_AUDIENCE}`, scopeAskedFor(shape))
      await grant.save()
      return grant
    },
    responseTypes: ['code'],
    rotateRefreshToken: () => true,
    ...(shape === 'b2c' && {
      routes: {
        authorization: '/oauth2/v2.0/authorize',
        token: '/oauth2/v2.0/token',
        end_session: '/oauth2/v2.0/logout',
        jwks: '/discovery/v2.0/keys',
      },
    }),
    scopes: ['openid', 'profile', 'email', 'offline_access'],
  }
}

const mountOf = (ctx: KoaContextWithOIDC) => addressIn(ctx).slice(0, -(ctx.req.url ?? '').length || undefined)
