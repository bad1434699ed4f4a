import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import type { SmtpSettings } from '#server/mail/settings.ts'

/** The first thing on a connection that gets no answer, and nothing after it does. */
export type Unanswered =
  | 'connection'
  | 'EHLO'
  | 'STARTTLS'
  | 'TLS'
  | 'AUTH'
  | 'MAIL'
  | 'RCPT'
  | 'DATA'
  | 'message'
  | 'RSET'

export type SilentMailServer = {
  settings: SmtpSettings
  /** The whole messages that came, answered or not. */
  messages: string[]
  /** How many connections there have been. */
  connections: () => number
  /** Cuts what is connected. */
  close(): Promise<void>
}

const answers: Record<string, string> = {
  EHLO: '250-here\r\n250-STARTTLS\r\n250 AUTH PLAIN',
  AUTH: '235 come in',
  DATA: '354 go on',
  STARTTLS: '220 go on',
}

const END_OF_MESSAGE = '\r\n.\r\n'

/** Takes every connection. On the nth it falls silent at the nth of what is named; further connections are answered. */
export async function startSilentMailServer(...unanswered: Unanswered[]): Promise<SilentMailServer> {
  const sockets = new Set<Socket>()
  const messages: string[] = []
  let connections = 0
  const server = createServer(socket => {
    sockets.add(socket)
    const silentAt = unanswered[connections]
    connections += 1
    let isSilent = false
    let message: string | undefined
    const answer = (asked: string, words: string) => {
      isSilent ||= asked === silentAt
      if (!isSilent) socket.write(`${words}\r\n`)
    }
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
    socket.on('data', chunk => {
      if (message === undefined) {
        const [verb = ''] = chunk.toString().trim().toUpperCase().split(/[ \r]/)
        answer(verb, answers[verb] ?? '250 fine')
        if (verb === 'DATA') message = ''
        // What comes after this would be TLS, which it does not speak.
        if (verb === 'STARTTLS') isSilent = true
        return
      }
      message += chunk.toString('latin1')
      if (!message.endsWith(END_OF_MESSAGE)) return
      messages.push(message)
      message = undefined
      answer('message', '250 Taken')
    })
    answer('connection', '220 here')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const none = { ca: undefined, user: undefined, password: undefined, oauth: undefined }
  return {
    messages,
    connections: () => connections,
    settings: { host: '127.0.0.1', port, security: 'none', ...none },
    close: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
