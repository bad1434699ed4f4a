import { setTimeout as pause } from 'node:timers/promises'
import { SIGN_UP_POLICY } from '#server/identity/provider/policies.ts'
import {
  type Authorization,
  finishAuthorization,
  startAuthorization,
  type TestPerson,
  type TestTokens,
} from './identity.ts'
import { mailTo } from './outbox.ts'
import type { Page, Target } from './visitor.ts'

/** The code within the newest message to this address, waiting until `count` have come. */
export async function codeInMail(folder: string, address: string, count = 1): Promise<string> {
  const deadline = Date.now() + 10_000
  while (Date.now() < deadline) {
    const mails = await mailTo(folder, address)
    const code = mails.length >= count && /Your code is (\d{6})/.exec(mails.at(-1)?.text ?? '')?.[1]
    if (code) return code
    await pause(20)
  }
  throw new Error(`No code came to ${address} in message ${count}.`)
}

/** Fills the form in and arrives at the page that asks for the code. */
export async function askForCode(
  target: Target,
  person: TestPerson,
  parameters: Record<string, string> = {},
): Promise<{ visit: Authorization; page: Page }> {
  const visit = await startAuthorization(target, SIGN_UP_POLICY, { parameters })
  return { visit, page: await visit.visitor.submit(visit.page, 'sign-up', { ...person }) }
}

/** Signs a new person up where an address is proved by a code first. */
export async function signUpVerified(
  { app, outbox }: { app: Target; outbox: { folder: string } },
  person: TestPerson,
): Promise<TestTokens> {
  const earlier = (await mailTo(outbox.folder, person.email)).length
  const { visit, page } = await askForCode(app, person)
  const code = await codeInMail(outbox.folder, person.email, earlier + 1)
  return finishAuthorization(visit, await visit.visitor.submit(page, 'verify', { code }))
}
