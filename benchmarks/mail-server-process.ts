import { SMTPServer } from 'smtp-server'

/** A mail server in a process of its own, which takes and counts messages. */
export type MailServerMessage = { listening: number } | { received: number; bytes: number }

const say = (word: MailServerMessage) => process.send?.(word)

let received = 0
let bytes = 0

const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  disableReverseLookup: true,
  onData: (stream, _session, done) => {
    stream.on('data', (chunk: Buffer) => {
      bytes += chunk.length
    })
    stream.on('end', () => {
      received += 1
      say({ received, bytes })
      done(null, 'Taken')
    })
  },
})
server.on('error', () => undefined)
process.on('disconnect', () => process.exit(0))
server.listen(0, '127.0.0.1', () => say({ listening: (server.server.address() as { port: number }).port }))
