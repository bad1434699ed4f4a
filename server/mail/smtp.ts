import { messageFrom } from '#server/errors.ts'
import { Readable } from 'node:stream'
import SMTPConnection, { type SMTPConnectionAuth } from 'nodemailer/lib/smtp-connection'
import XOAuth2 from 'nodemailer/lib/xoauth2'
import { accessTokens } from './oauth.ts'
import { failedOutcome, type Outcome, type SmtpFailure, acceptedOutcome } from './outcome.ts'
import type { SmtpTimeouts, SmtpSettings } from './settings.ts'

export type Delivery = {
  from: string
  /** Each address once. */
  to: readonly string[]
  /** Bytes of the message. */
  size: number
  /** The message's bytes, asked for once the server is ready for them. */
  content: () => AsyncIterable<Uint8Array> | Promise<AsyncIterable<Uint8Array>>
  /** Awaited before the last of the bytes are given away: what throws here keeps the message from arriving. */
  handingOver: () => Promise<void>
}

export type Smtp = {
  /** Never throws: what went wrong is the outcome. */
  deliver(delivery: Delivery): Promise<Outcome>
  readonly patience: SmtpTimeouts
  close(): void
}

const SECOND = 1000
const PATIENCE: SmtpTimeouts = {
  connect: 30 * SECOND,
  greeting: 30 * SECOND,
  // Servers may take ten minutes to say that they have the message (RFC 5321, 4.5.3.2.6).
  answer: 10 * 60 * SECOND,
  rested: 10 * SECOND,
  test: 60 * SECOND,
}
const IDLE_MS = 20 * SECOND
// Mail servers close a connection that carries too much.
const MAX_MESSAGES = 100

type Line = { connection: SMTPConnection; carried: number; idle?: NodeJS.Timeout | undefined }

/** Talks SMTP with the configured server, over connections that are used again while there is mail. */
export function openSmtp(settings: SmtpSettings, { name }: { name: string }): Smtp {
  const idle: Line[] = []
  const patience = { ...PATIENCE, ...settings.patience }
  const tokens = settings.oauth && accessTokens(settings.oauth)
  let isClosed = false

  async function takeLine(): Promise<Line> {
    for (let line = idle.pop(); line; line = idle.pop()) {
      clearTimeout(line.idle)
      // Idle connections are closed by servers without a word; one that still answers is as good as new.
      if (await stillAnswers(line.connection, patience.rested)) return line
      line.connection.close()
    }
    return { connection: await connect(settings, { name, tokens, patience }), carried: 0 }
  }

  function giveBack(line: Line): void {
    line.carried += 1
    if (isClosed || line.carried >= MAX_MESSAGES || line.connection.destroyed) return line.connection.quit()
    line.idle = setTimeout(() => {
      idle.splice(idle.indexOf(line), 1)
      line.connection.quit()
    }, IDLE_MS).unref()
    idle.push(line)
  }

  return {
    patience,
    async deliver(delivery) {
      let line: Line
      try {
        line = await takeLine()
      } catch (error) {
        return failedOutcome(delivery.to, error as SmtpFailure, { handedOver: false, rejected: [] })
      }
      const { outcome, usable } = await sendOver(line.connection, delivery)
      if (usable) giveBack(line)
      else line.connection.close()
      return outcome
    },
    close() {
      isClosed = true
      for (const line of idle.splice(0)) {
        clearTimeout(line.idle)
        line.connection.quit()
      }
    },
  }
}

/** Connects and signs in as for an e-mail, and sends none. Throws what the mail server or the network said. */
export async function tryMailServer(
  settings: SmtpSettings,
  { name, patience }: { name: string; patience: Partial<SmtpTimeouts> },
): Promise<void> {
  const tokens = settings.oauth && accessTokens(settings.oauth)
  const connection = await connect(settings, { name, tokens, patience: { ...PATIENCE, ...patience } })
  connection.quit()
}

async function connect(
  settings: SmtpSettings,
  {
    name,
    tokens,
    patience,
  }: { name: string; tokens: (() => Promise<string>) | undefined; patience: SmtpTimeouts },
): Promise<SMTPConnection> {
  const { host, port, security, ca } = settings
  const connection = new SMTPConnection({
    host,
    port,
    name,
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none',
    tls: { rejectUnauthorized: true, minVersion: 'TLSv1.2', ...(ca && { ca }) },
    connectionTimeout: patience.connect,
    greetingTimeout: patience.greeting,
    socketTimeout: patience.answer,
  })
  // Listens until the end: a connection that breaks or falls silent calls back nobody who waits for its login.
  const broken = new Promise<never>((_, reject) => {
    connection.on('error', reject)
    connection.on('end', () => reject(new Error('The mail server closed the connection.')))
  })
  broken.catch(() => undefined)
  const done = (begin: (end: (error?: Error | null) => void) => void) =>
    Promise.race([
      broken,
      new Promise<void>((resolve, reject) => begin(error => (error ? reject(error) : resolve()))),
    ])
  try {
    await done(end => connection.connect(end))
    const auth = await credentials(settings, tokens)
    if (auth) await done(end => connection.login(auth, end))
  } catch (error) {
    connection.close()
    throw error
  }
  return connection
}

async function credentials(
  { user, password, host }: SmtpSettings,
  tokens: (() => Promise<string>) | undefined,
): Promise<SMTPConnectionAuth | undefined> {
  if (!user) return undefined
  if (!tokens) return { user, credentials: { user, pass: password ?? '' } }
  const accessToken = await tokens().catch((error: unknown) => {
    throw new Error(`No token for ${user} at ${host}: ${messageFrom(error)}`)
  })
  return { type: 'OAUTH2', method: 'XOAUTH2', user, oauth2: new XOAuth2({ user, accessToken }) }
}

const stillAnswers = (connection: SMTPConnection, milliseconds: number): Promise<boolean> =>
  new Promise(resolve => {
    if (connection.destroyed) return resolve(false)
    const tell = (answers: boolean) => {
      clearTimeout(patience)
      connection.removeListener('end', fallSilent)
      resolve(answers)
    }
    const fallSilent = () => tell(false)
    const patience = setTimeout(fallSilent, milliseconds)
    connection.once('end', fallSilent)
    connection.reset(error => tell(!error))
  })

type Sent = { outcome: Outcome; usable: boolean }

function sendOver(connection: SMTPConnection, delivery: Delivery): Promise<Sent> {
  const { from, to, size } = delivery
  let handedOver = false
  const noteEnd = () => {
    handedOver = true
  }
  const message = Readable.from(heldBack(delivery, noteEnd), { objectMode: false })
  const envelope = { from, to: [...to], size, rejectedErrors: [] as SmtpFailure[] }
  return new Promise(resolve => {
    connection.send(envelope, message, (error, info) => {
      if (!error && info) return resolve({ outcome: acceptedOutcome(to, info), usable: true })
      const failure = (error ?? new Error('The mail server said nothing.')) as SmtpFailure
      message.destroy()
      const outcome = failedOutcome(to, failure, { handedOver, rejected: envelope.rejectedErrors })
      // After a refusal in words the connection goes on; RSET before the next message clears what was begun.
      resolve({ outcome, usable: failure.responseCode !== undefined && failure.code !== 'ECONNECTION' })
    })
  })
}

/** The message's bytes; the last piece only once `handingOver` is through. */
async function* heldBack(delivery: Delivery, noteEnd: () => void): AsyncGenerator<Uint8Array> {
  let last: Uint8Array | undefined
  for await (const piece of await delivery.content()) {
    if (last) yield last
    last = piece
  }
  await delivery.handingOver()
  noteEnd()
  if (last) yield last
}
