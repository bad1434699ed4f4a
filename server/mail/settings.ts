import { createPrivateKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { z } from 'zod'

const text = z.string().min(1).optional()
const secret = text.meta({ isSecret: true })

const numberFrom = (least: number, most: number, what = 'a number') =>
  z.coerce
    .number(`must be ${what}`)
    .min(least, `must be from ${least} to ${most}`)
    .max(most, `must be from ${least} to ${most}`)
const megabyte = 1024 * 1024

/** Environment variables by which mail leaves. */
export const mailVariables = z.object({
  SMTP_HOST: text,
  SMTP_PORT: numberFrom(1, 65_535, 'a port number').int('must be a whole number').optional(),
  SMTP_SECURITY: z.enum(['starttls', 'tls', 'none'], 'must be starttls, tls or none').optional(),
  SMTP_CA_FILE: text,
  SMTP_USER: text,
  SMTP_PASSWORD: secret,
  SMTP_OAUTH_TOKEN_URL: z.url({ protocol: /^https?$/, error: 'must be an http or https address' }).optional(),
  SMTP_OAUTH_CLIENT_ID: text,
  SMTP_OAUTH_CLIENT_SECRET: secret,
  SMTP_OAUTH_REFRESH_TOKEN: secret,
  SMTP_OAUTH_SCOPE: text,
  MAIL_FROM: z.email('must be an e-mail address').optional(),
  MAIL_FROM_NAME: text,
  DKIM_DOMAIN: text,
  DKIM_SELECTOR: text,
  DKIM_KEY_FILE: text,
  MAIL_ATTACHMENTS_MB: numberFrom(1, 200, 'a number of megabytes').default(20),
  MAIL_RECIPIENTS: numberFrom(1, 1000).int('must be a whole number').default(50),
  MAIL_RECIPIENTS_PER_HOUR: numberFrom(1, 1_000_000).int('must be a whole number').default(500),
})
type Given = z.infer<typeof mailVariables>

export type OAuthSettings = {
  tokenUrl: string
  clientId: string
  clientSecret: string | undefined
  /** Without one the token is asked for by the client's own credentials. */
  refreshToken: string | undefined
  scope: string | undefined
}

/** How long the mail server is waited for, in milliseconds. */
export type SmtpTimeouts = {
  /** For a connection, with TLS from the start its encryption included. */
  connect: number
  /** For the first words on a connection, and for encryption that begins with STARTTLS. */
  greeting: number
  /** Without a byte, later in a conversation. */
  answer: number
  /** For a sign of life on a connection that has rested. */
  rested: number
  /** For what becomes of a test e-mail, by whoever asked for it; it goes on being sent after that. */
  test: number
}

export type SmtpSettings = {
  host: string
  port: number
  /** 'starttls' sends nothing unless the connection is encrypted; 'none' never encrypts. */
  security: 'starttls' | 'tls' | 'none'
  /** Certificates to trust beside the machine's own, in PEM. */
  ca: string | undefined
  user: string | undefined
  password: string | undefined
  oauth: OAuthSettings | undefined
  /** The usual ones where not given. */
  patience?: Partial<SmtpTimeouts>
}

export type DkimKey = { domainName: string; keySelector: string; privateKey: string }

export type MailLimits = {
  /** Bytes of all attachments of one mail together. */
  attachmentBytes: number
  recipients: number
  /** Of one company. */
  recipientsAnHour: number
}

export type MailSettings = {
  /** undefined: no mail server is configured. */
  smtp: SmtpSettings | undefined
  /** undefined: the brand's. */
  from: { name: string | undefined; address: string | undefined }
  dkim: DkimKey | undefined
  limits: MailLimits
}

const isThisMachine = (host: string) => /^(localhost|127\.\d+\.\d+\.\d+|::1)$/.test(host)

/** `mistake` takes a line for each thing that is amiss. */
export function mailSettings(given: Given, mistake: (line: string) => void): MailSettings {
  return {
    smtp: given.SMTP_HOST ? smtpSettings(given.SMTP_HOST, given, mistake) : undefined,
    from: { name: given.MAIL_FROM_NAME, address: given.MAIL_FROM },
    dkim: dkimKey(given, mistake),
    limits: {
      attachmentBytes: given.MAIL_ATTACHMENTS_MB * megabyte,
      recipients: given.MAIL_RECIPIENTS,
      recipientsAnHour: given.MAIL_RECIPIENTS_PER_HOUR,
    },
  }
}

function smtpSettings(host: string, given: Given, mistake: (line: string) => void): SmtpSettings {
  const security = given.SMTP_SECURITY ?? (given.SMTP_PORT === 465 ? 'tls' : 'starttls')
  if (!given.MAIL_FROM) mistake('SMTP_HOST is given without MAIL_FROM, the address that mails come from')
  const oauth = oauthSettings(given, mistake)
  if (given.SMTP_PASSWORD && oauth)
    mistake('SMTP_PASSWORD and SMTP_OAUTH_TOKEN_URL are given; set one of them')
  if (Boolean(given.SMTP_USER) !== Boolean(given.SMTP_PASSWORD ?? oauth))
    mistake('SMTP_USER needs SMTP_PASSWORD or SMTP_OAUTH_TOKEN_URL, and they need it')
  if (security === 'none' && given.SMTP_USER && !isThisMachine(host))
    mistake(`SMTP_SECURITY is none: the password would cross the network to ${host} in the clear`)
  return {
    host,
    port: given.SMTP_PORT ?? (security === 'tls' ? 465 : security === 'none' ? 25 : 587),
    security,
    ca: given.SMTP_CA_FILE && contentOf('SMTP_CA_FILE', given.SMTP_CA_FILE, mistake),
    user: given.SMTP_USER,
    password: given.SMTP_PASSWORD,
    oauth,
  }
}

function oauthSettings(given: Given, mistake: (line: string) => void): OAuthSettings | undefined {
  if (!given.SMTP_OAUTH_TOKEN_URL) return undefined
  if (!given.SMTP_OAUTH_CLIENT_ID) mistake('SMTP_OAUTH_TOKEN_URL is given without SMTP_OAUTH_CLIENT_ID')
  return {
    tokenUrl: given.SMTP_OAUTH_TOKEN_URL,
    clientId: given.SMTP_OAUTH_CLIENT_ID ?? '',
    clientSecret: given.SMTP_OAUTH_CLIENT_SECRET,
    refreshToken: given.SMTP_OAUTH_REFRESH_TOKEN,
    scope: given.SMTP_OAUTH_SCOPE,
  }
}

function dkimKey(given: Given, mistake: (line: string) => void): DkimKey | undefined {
  const { DKIM_DOMAIN, DKIM_SELECTOR, DKIM_KEY_FILE } = given
  const some = [DKIM_DOMAIN, DKIM_SELECTOR, DKIM_KEY_FILE].filter(Boolean).length
  if (some === 0) return undefined
  if (!DKIM_DOMAIN || !DKIM_SELECTOR || !DKIM_KEY_FILE) {
    mistake('DKIM_DOMAIN, DKIM_SELECTOR and DKIM_KEY_FILE belong together; set all three or none')
    return undefined
  }
  const privateKey = contentOf('DKIM_KEY_FILE', DKIM_KEY_FILE, mistake)
  if (privateKey !== '' && !isPrivateKey(privateKey))
    mistake(`DKIM_KEY_FILE names ${DKIM_KEY_FILE}, which holds no private key (PEM)`)
  return { domainName: DKIM_DOMAIN, keySelector: DKIM_SELECTOR, privateKey }
}

function isPrivateKey(pem: string): boolean {
  try {
    return createPrivateKey(pem).type === 'private'
  } catch {
    return false
  }
}

function contentOf(variable: string, file: string, mistake: (line: string) => void): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    mistake(`${variable} names ${file}, which cannot be read`)
    return ''
  }
}
