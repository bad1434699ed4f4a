import type { Provider } from 'oidc-provider'
import type { Mailer } from '#server/mail/mailer.ts'
import type { Passwords } from '#server/identity/passwords/passwords.ts'
import type { Seal } from '#server/identity/store/sealing.ts'
import type { SignUpRules } from '#server/identity/sign-up/sign-up-rules.ts'
import type { TokenWatch } from '#server/identity/store/token-watch.ts'
import type { Pool } from '#server/identity/store/users.ts'

/** What the pages of the embedded provider work with. */
export type IdentityDependencies = {
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
