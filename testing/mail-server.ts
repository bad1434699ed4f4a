import type { AddressInfo } from 'node:net'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { callbackify } from 'node:util'
import { SMTPServer, type SMTPServerAuthentication, type SMTPServerSession } from 'smtp-server'
import type { SmtpSettings } from '#server/mail/settings.ts'
import { makeCertificate } from './certificate.ts'

export type ReceivedMail = {
  from: string
  to: string[]
  raw: Buffer
  secure: boolean
  user: string | undefined
}

/** What the server says instead of yes: "550 No such user". */
type Refusal = { code: number; words: string } | undefined

export type MailServerOptions = {
  security?: SmtpSettings['security']
  /** The host that the certificate names; this machine by default. */
  certificateOf?: string
  password?: { user: string; password: string }
  accessToken?: string
  /** Bytes; said to clients, and larger messages are refused. */
  size?: number
  refuseRecipient?: (address: string) => Refusal
  refuseMessage?: (mail: ReceivedMail) => Refusal
  /** Awaited after the message is taken and before that is said. */
  beforeAnswer?: (mail: ReceivedMail) => Promise<void> | void
  port?: number
}

export type TestMailServer = {
  settings: SmtpSettings
  mails: ReceivedMail[]
  /** Cuts what is connected. */
  close(): Promise<void>
}

const said = ({ code, words }: NonNullable<Refusal>) =>
  Object.assign(new Error(words), { responseCode: code })

/** A mail server on this machine that keeps what it takes. */
export async function startMailServer(options: MailServerOptions = {}): Promise<TestMailServer> {
  const { security = 'none', password, accessToken, size } = options
  const { key, cert } = makeCertificate(options.certificateOf)
  const mails: ReceivedMail[] = []
  const mayEnter = (auth: SMTPServerAuthentication) =>
    auth.method === 'XOAUTH2'
      ? auth.accessToken === accessToken
      : auth.username === password?.user && auth.password === password?.password
  async function take(stream: Readable, session: SMTPServerSession): Promise<string> {
    const mail: ReceivedMail = {
      from: session.envelope.mailFrom ? session.envelope.mailFrom.address : '',
      to: session.envelope.rcptTo.map(({ address }) => address),
      raw: await buffer(stream),
      secure: session.secure,
      user: session.user as string | undefined,
    }
    const refusal = options.refuseMessage?.(mail)
    if (refusal) throw said(refusal)
    mails.push(mail)
    await options.beforeAnswer?.(mail)
    return 'Taken'
  }
  const server = new SMTPServer({
    secure: security === 'tls',
    key,
    cert,
    disabledCommands: security === 'starttls' ? [] : ['STARTTLS'],
    authMethods: ['PLAIN', 'LOGIN', 'XOAUTH2'],
    authOptional: !password && !accessToken,
    allowInsecureAuth: security === 'none',
    disableReverseLookup: true,
    ...(size && { size, rejectOversized: true }),
    onAuth: (auth, _session, done) =>
      mayEnter(auth)
        ? done(null, { user: auth.username })
        : done(said({ code: 535, words: 'Wrong password' })),
    onRcptTo: ({ address }, _session, done) => {
      const refusal = options.refuseRecipient?.(address)
      done(refusal && said(refusal))
    },
    onData: callbackify(take),
    closeTimeout: 1,
  })
  // A client that goes away in the middle is what some tests are about.
  server.on('error', () => undefined)
  await new Promise<void>(resolve => {
    server.listen(options.port ?? 0, '127.0.0.1', resolve)
  })
  const { port } = server.server.address() as AddressInfo
  return {
    mails,
    settings: {
      host: '127.0.0.1',
      port,
      security,
      ca: security === 'none' ? undefined : cert,
      user: password?.user ?? (accessToken === undefined ? undefined : 'office'),
      password: password?.password,
      oauth: undefined,
    },
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
      }),
  }
}
