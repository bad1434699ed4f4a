import type { Provider } from 'oidc-provider'
import type { Mailer } from '#server/mail/mailer.ts'
import type { Passwords } from './passwords.ts'
import type { Seal } from './sealing.ts'
import type { SignUpRules } from './sign-up-rules.ts'
import type { TokenWatch } from './store-token-watch.ts'
import type { Pool } from './store-users.ts'

/** What the pages of the embedded provider work with. */
export type IdentityParts = {
  pool: Pool
  publicUrl: string
  productName: string
  passwords: Passwords
  mailer: Mailer
  seal: Seal
  tokenWatch: TokenWatch
  /** Who may sign up, and whether their address is proved first. */
  signUp: SignUpRules
  /** The one with the keys of this moment. */
  provider: () => Provider
  /** Lets work go on after the person was answered: its failure is logged, and the server's stop waits for it. */
  afterwards: (work: Promise<void>, what: string) => void
}
