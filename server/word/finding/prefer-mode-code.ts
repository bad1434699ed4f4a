import type { Option } from './weighed.ts'

const CODE = /Port\.(?:Code|ModeCode|IataCode)$/
const OF_MODE = /Port\.ModeCode$/
const SAID_WHICH = /(?<!\p{L})(?:iata|(?:un ?\/? ?)?locode)(?!\p{L})/iu
const AHEAD = 0.01

/**
 * Puts the code of the job's mode before the others of its port, which print the same for this job and not for one of
 * another mode, but where a label says which code it is.
 */
export function preferModeCode(options: readonly Option[], labels: readonly string[]): void {
  if (labels.some(label => SAID_WHICH.test(label))) return
  for (const option of options) {
    if (!OF_MODE.test(option.field.name)) continue
    const ofPort = options.filter(({ field }) => field.group === option.field.group && CODE.test(field.name))
    option.strength = Math.max(...ofPort.map(({ strength }) => strength))
    option.label = Math.max(...ofPort.map(({ label }) => label))
    option.weight = Math.max(...ofPort.map(({ weight }) => weight)) + AHEAD
  }
}
