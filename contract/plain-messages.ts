import type { z } from 'zod'

type Issue = Parameters<z.core.$ZodErrorMap>[0]

const kinds: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
}

const formats: Record<string, string> = {
  email: 'an e-mail address',
  url: 'a web address',
  uuid: 'a unique identifier (8-4-4-4-12 hexadecimal characters)',
  guid: 'a unique identifier (8-4-4-4-12 hexadecimal characters)',
  date: 'a calendar date in the form yyyy-MM-dd',
  datetime: 'an instant such as 2026-12-03T00:00:00Z',
}

const units: Record<string, string> = { string: 'character', array: 'entry' }

const counted = (origin: string, count: number | bigint): string | undefined => {
  const unit = units[origin]
  if (!unit) return undefined
  return Number(count) === 1 ? `1 ${unit}` : `${count} ${unit === 'entry' ? 'entries' : `${unit}s`}`
}

function tooSmall({ origin, minimum, inclusive }: Extract<Issue, { code: 'too_small' }>): string {
  const least = counted(origin, minimum)
  if (least) return Number(minimum) === 1 ? 'This must not be empty.' : `This must have at least ${least}.`
  return inclusive === false ? `This must be more than ${minimum}.` : `This must be ${minimum} or more.`
}

function tooBig({ origin, maximum, inclusive }: Extract<Issue, { code: 'too_big' }>): string {
  const most = counted(origin, maximum)
  if (most) return `This must have at most ${most}.`
  return inclusive === false ? `This must be less than ${maximum}.` : `This must be ${maximum} or less.`
}

/** What is wrong with a value, as people read it, wherever its schema has no words of its own. */
export function plainMessage(issue: Issue): string {
  const isMissing = issue.input === undefined
  switch (issue.code) {
    case 'invalid_type':
      if (isMissing) return 'This is missing.'
      return kinds[issue.expected] ? `This must be ${kinds[issue.expected]}.` : 'This value is not valid.'
    case 'invalid_value':
      if (isMissing) return 'This is missing.'
      return issue.values.length === 1
        ? `This must be ${String(issue.values[0])}.`
        : `Choose one of: ${issue.values.map(String).join(', ')}.`
    case 'too_small':
      return tooSmall(issue)
    case 'too_big':
      return tooBig(issue)
    case 'invalid_format':
      return formats[issue.format]
        ? `This must be ${formats[issue.format]}.`
        : 'This does not have the required form.'
    case 'not_multiple_of':
      return `This must be a multiple of ${issue.divisor}.`
    case 'unrecognized_keys':
      return `There is no field of this name: ${issue.keys.join(', ')}.`
    default:
      return 'This value is not valid.'
  }
}
