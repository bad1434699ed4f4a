import { z } from 'zod'

/** What the browser must know before it can sign anybody in; the server puts it into the page. */
export const browserConfiguration = z.object({
  /** The one origin at which sign-in works, without a slash at the end. */
  publicUrl: z.string(),
  /** Calls whose address begins with this carry the access token. */
  apiBase: z.string(),
  /** Where people change their own name and password; null where the provider has no such page. */
  accountPage: z.string().nullable(),
  /** False: people have their passwords with a provider elsewhere, and none is asked for when one is added. */
  passwordsHere: z.boolean(),
  signUp: z.object({
    /** Whether strangers may found a company. */
    offered: z.boolean(),
    /** Why not, or for whom alone, in a sentence for visitors; null where everybody may. */
    explanation: z.string().nullable(),
  }),
  signIn: z.object({
    /** The sign-up/sign-in policy's address. */
    authority: z.string(),
    /** The sign-up policy's address; null where the provider has none of its own. */
    signUpAuthority: z.string().nullable(),
    clientId: z.string(),
    /** How MSAL speaks with the provider: as with Azure AD B2C, or plain OpenID Connect. */
    protocol: z.enum(['AAD', 'OIDC']),
    /** Whether people are led to the provider and back, or sign in in a window of its own. */
    interaction: z.string(),
    /** The scope of the API, as a token is asked for. */
    scope: z.string(),
  }),
})
export type BrowserConfiguration = z.infer<typeof browserConfiguration>
