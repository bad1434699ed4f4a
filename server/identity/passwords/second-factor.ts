import type { Refusal } from '#server/identity/pages/page-server.ts'
import type { IdentityDependencies } from '#server/identity/dependencies.ts'
import { findSecondFactor, spendRecoveryCode, spendStep } from '#server/identity/store/second-factor.ts'
import { stepOfCode } from './totp.ts'
import { beginAttempt } from '#server/identity/limits/attempt-limits.ts'
import type { Origin } from '#server/identity/store/events.ts'

const RECOVERY_CODE = /^[a-z0-9]{4}(?:[- ]?[a-z0-9]{4}){3}$/i

/** Whether `code` belongs to the person: of the authenticator app, or a recovery code; each is taken once. */
export async function checkCode(
  { pool, seal }: IdentityDependencies,
  { subject, code, origin }: { subject: string; code: string; origin: Origin },
): Promise<'app' | 'recovery' | Refusal> {
  const attempt = await beginAttempt({ pool, proof: 'code', subject, folded: subject, origin })
  if ('mistakes' in attempt) return attempt
  const factor = await findSecondFactor(pool, subject)
  const step = factor && stepOfCode(seal.open(factor.secret), code)
  if (step !== undefined && (await spendStep(pool, subject, step))) {
    await attempt.succeed()
    return 'app'
  }
  if (factor?.since && RECOVERY_CODE.test(code.trim()) && (await spendRecoveryCode(pool, subject, code))) {
    await attempt.succeed()
    return 'recovery'
  }
  await attempt.fail('wrong_code')
  return { mistakes: { code: 'This code is wrong, or it has already been used. Wait for the next one.' } }
}
