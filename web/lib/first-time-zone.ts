import { type Company, proposeTimeZone } from '#contract/company.ts'
import { call } from './call.ts'

/**
 * Proposes this browser's time zone as the company's; answers the company as it is then. Null where that failed,
 * which stops nobody: the next visit of an Administrator proposes again.
 */
export async function proposeOwnTimeZone(): Promise<Company | null> {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  try {
    return await call(proposeTimeZone, { body: { timeZone } })
  } catch (error) {
    console.warn(`The company keeps UTC as its time zone: ${timeZone} was not accepted.`, error)
    return null
  }
}
