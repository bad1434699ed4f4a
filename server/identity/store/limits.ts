import { createHash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import type { Pool } from './users.ts'

type Rule = {
  /** So many attempts are free; the last of them closes the door behind itself. */
  attempts: number
  /** For how long attempts are remembered, in seconds. */
  remembered: number
  /** 'doubling': a minute, then two, then four…, up to an hour; else until the attempts are forgotten. */
  rest: 'doubling' | 'until forgotten'
}

const MINUTE = 60
const HOUR = 60 * MINUTE

const rules = {
  /** Wrong passwords of one person in browsers that are not known. */
  person: { attempts: 10, remembered: 24 * HOUR, rest: 'doubling' },
  /** Wrong passwords of one person in one known browser. */
  browser: { attempts: 10, remembered: 24 * HOUR, rest: 'doubling' },
  /** Wrong codes, likewise. */
  personCode: { attempts: 10, remembered: 24 * HOUR, rest: 'doubling' },
  browserCode: { attempts: 10, remembered: 24 * HOUR, rest: 'doubling' },
  /** Wrong passwords and codes from one network address. */
  address: { attempts: 20, remembered: MINUTE, rest: 'until forgotten' },
  signUp: { attempts: 5, remembered: HOUR, rest: 'until forgotten' },
  /** Links sent to one e-mail address. */
  link: { attempts: 3, remembered: HOUR, rest: 'until forgotten' },
  /** Invitations that companies send to one e-mail address. */
  invitation: { attempts: 3, remembered: HOUR, rest: 'until forgotten' },
  /** Links asked for from one network address. */
  linkAddress: { attempts: 10, remembered: HOUR, rest: 'until forgotten' },
  /** Messages to one person about changes of their own sign-in. */
  notice: { attempts: 20, remembered: HOUR, rest: 'until forgotten' },
  /** Sign-ins begun from one network address, behind which a whole office may be. */
  authorize: { attempts: 300, remembered: 10 * MINUTE, rest: 'until forgotten' },
  /** Messages that visitors of the public site send from one network address. */
  enquiry: { attempts: 5, remembered: HOUR, rest: 'until forgotten' },
} as const satisfies Record<string, Rule>

export type LimitKind = keyof typeof rules

const keyOf = (kind: LimitKind, whose: string) =>
  `${kind}:${createHash('sha256').update(whose).digest('base64url')}`

/** `wait`: for how many seconds nothing is to be tried; 0: go on. `isLast`: the next one will have to wait. */
export type Counted = { wait: number; isLast: boolean }

/** Counts an attempt before it is made, so that many at once cannot slip through; all servers count together. */
export async function countAttempt(pool: Pool, kind: LimitKind, whose: string): Promise<Counted> {
  const rule = rules[kind]
  const key = keyOf(kind, whose)
  const counted = await pool.query<{ isLast: boolean }>(
    `insert into sign_in_limits as l (key, attempts, expires_at)
     values ($1, 1, now() + make_interval(secs => $2))
     on conflict (key) do update set
       attempts = case when l.expires_at <= now() then 1 else l.attempts + 1 end,
       blocked_until = case
         when l.expires_at <= now() or l.attempts + 1 < $3 then null
         when $4 then now() + make_interval(secs => least(3600, 60 * 2.0 ^ least(10, l.attempts + 1 - $3)))
         else least(l.expires_at, excluded.expires_at) end,
       expires_at = case
         when $4 or l.expires_at <= now() then excluded.expires_at
         else least(l.expires_at, excluded.expires_at) end
     where l.blocked_until is null or l.blocked_until <= now()
       -- No rest is that long: the clock was set back.
       or l.blocked_until > excluded.expires_at
     returning blocked_until is not null as "isLast"`,
    [key, rule.remembered, rule.attempts, rule.rest === 'doubling'],
  )
  const [first] = counted.rows
  if (first) return { wait: 0, isLast: first.isLast }
  const { rows } = await pool.query<{ wait: number }>(
    'select ceil(extract(epoch from blocked_until - now()))::int as wait from sign_in_limits where key = $1',
    [key],
  )
  return { wait: Math.max(1, rows[0]?.wait ?? 1), isLast: false }
}

/** The attempt was a good one: of a person or browser everything is forgotten, of an address this one. */
export async function clearAttempts(pool: Pool, kind: LimitKind, whose: string): Promise<void> {
  const key = keyOf(kind, whose)
  if (rules[kind].rest === 'doubling') await pool.query('delete from sign_in_limits where key = $1', [key])
  else
    await pool.query(
      'update sign_in_limits set attempts = greatest(0, attempts - 1), blocked_until = null where key = $1',
      [key],
    )
}

/**
 * What counts as one network address: an IPv6 customer has a whole /64. Undefined for this machine itself,
 * which is not limited: whoever is on it needs no password to get at the database.
 */
export function networkOf(address: string): string | undefined {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
  if (plain === '::1' || plain.startsWith('127.')) return undefined
  if (!isIPv6(plain)) return plain
  const [head = '', tail] = plain.split('%')[0]?.split('::') ?? []
  const groups = head === '' ? [] : head.split(':')
  const last = tail ? tail.split(':') : []
  const zeros = Array<string>(Math.max(0, 8 - groups.length - last.length)).fill('0')
  const full = tail === undefined ? groups : [...groups, ...zeros, ...last]
  return full
    .slice(0, 4)
    .map(group => Number.parseInt(group, 16).toString(16))
    .join(':')
}
