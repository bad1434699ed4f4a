/** `plain`: OpenID Connect as Keycloak or Okta speak it; `b2c`: with the addresses and claims of Azure AD B2C. */
export type Shape = 'plain' | 'b2c'

export type ProviderPerson = {
  /** Also what they type to sign in. */
  id: string
  email: string
  name: string
  /** The plain shape's `email_verified`; B2C verifies every address at sign-up and has no such claim. */
  emailVerified?: boolean
  /** Further claims, such as the company's. */
  claims?: Record<string, unknown>
}

export const PROVIDER_CLIENT = 'lading-web'
export const PROVIDER_AUDIENCE = 'lading-api'
/** As access tokens name it. */
export const PROVIDER_SCOPE = 'full_access'
/** Behind the origin of the plain shape, as a realm of Keycloak's. */
export const MOUNT = '/realms/lading'

/** As the web application asks for it: B2C wants the scope's full name, and its tokens have the short one. */
export const scopeAskedFor = (shape: Shape): string =>
  shape === 'b2c' ? `https://contoso.onmicrosoft.com/lading/${PROVIDER_SCOPE}` : PROVIDER_SCOPE
