import type { FastifyReply } from 'fastify'

const NAME = 'known_browser'
const YEAR_SECONDS = 365 * 24 * 60 * 60
// So many people may share a browser; with one more, the one who came first is a stranger there.
const MAX_PEOPLE = 5
const SECRET = /^[\w-]{43}$/

/** Over https browsers keep such a name to this host: no neighbour under the same domain can set it. */
const nameAt = (publicUrl: string) => (publicUrl.startsWith('https:') ? `__Host-${NAME}` : NAME)

/** The secrets in a Cookie header, the newest first. */
export function browserSecrets(cookies = ''): string[] {
  const values = new Map(
    cookies.split(/; */).map(pair => {
      const at = pair.indexOf('=')
      return [pair.slice(0, at), pair.slice(at + 1)] as const
    }),
  )
  const value = values.get(`__Host-${NAME}`) ?? values.get(NAME) ?? ''
  return value
    .split('.')
    .slice(0, MAX_PEOPLE)
    .filter(secret => SECRET.test(secret))
}

/** Keeps these secrets in the browser for a year from now. */
export function keepBrowserSecrets(reply: FastifyReply, publicUrl: string, secrets: readonly string[]): void {
  const attributes = ['Path=/', `Max-Age=${YEAR_SECONDS}`, 'HttpOnly', 'SameSite=Lax']
  if (publicUrl.startsWith('https:')) attributes.push('Secure')
  const value = secrets.slice(0, MAX_PEOPLE).join('.')
  void reply.header('set-cookie', [`${nameAt(publicUrl)}=${value}`, ...attributes].join('; '))
}
