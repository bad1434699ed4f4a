import { afterEach, describe, expect, test } from 'vitest'
import { startSilentMailServer, type Unanswered } from '#testing/silent-mail-server.ts'
import type { SmtpTimeouts, SmtpSettings } from './settings.ts'
import { openSmtp } from './smtp.ts'

const closing: (() => Promise<unknown> | void)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

async function start(...unanswered: Unanswered[]) {
  const server = await startSilentMailServer(...unanswered)
  closing.push(() => server.close())
  return server
}

const text = 'Subject: Cotton\r\n\r\nA line\r\n'

async function* bytes() {
  yield Buffer.from(text)
}

/** Sends one message; `handedOver` tells whether it may have arrived. */
function sender(settings: SmtpSettings) {
  const smtp = openSmtp(settings, { name: 'lading.example' })
  closing.push(() => smtp.close())
  return async () => {
    let handedOver = false
    const outcome = await smtp.deliver({
      from: 'office@lading.example',
      to: ['ann@x.example'],
      size: text.length,
      content: bytes,
      handingOver: async () => {
        handedOver = true
      },
    })
    return { ...outcome.get('ann@x.example'), handedOver }
  }
}

const password = { user: 'office', password: 'secret' }

// Shorter than the usual limits: where the server is waited for until those, the test fails.
describe('a mail server that falls silent', { timeout: 20_000 }, () => {
  test.each<[Unanswered, Partial<SmtpTimeouts>, Partial<SmtpSettings>, string]>([
    ['connection', { connect: 300 }, { security: 'tls' }, 'Connection timeout'],
    ['connection', { greeting: 300 }, {}, 'Greeting never received'],
    ['STARTTLS', { answer: 300 }, { security: 'starttls' }, 'Timeout'],
    ['TLS', { greeting: 300 }, { security: 'starttls' }, 'TLS handshake timed out'],
    ['EHLO', { answer: 300 }, {}, 'Timeout'],
    ['AUTH', { answer: 300 }, password, 'Timeout'],
    ['MAIL', { answer: 300 }, {}, 'Timeout'],
    ['RCPT', { answer: 300 }, {}, 'Timeout'],
    ['DATA', { answer: 300 }, {}, 'Timeout'],
  ])(
    'before the message, at %s within %o, gets nothing and is tried again',
    async (at, patience, changes, words) => {
      const server = await start(at)
      expect(await sender({ ...server.settings, ...changes, patience })()).toEqual({
        outcome: 'deferred',
        reply: `The mail server did not answer in time: ${words}`,
        handedOver: false,
      })
      expect(server.messages).toEqual([])
    },
  )

  test('after the message leaves nobody knowing', async () => {
    const server = await start('message')
    expect(await sender({ ...server.settings, patience: { answer: 1000 } })()).toEqual({
      outcome: 'uncertain',
      reply: 'The mail server did not say in time whether it accepted the message: Timeout',
      handedOver: true,
    })
    expect(server.messages).toEqual([`${text}.\r\n`])
  })

  test('while its connection rests is given the next message on another', async () => {
    const server = await start('RSET')
    const send = sender({ ...server.settings, patience: { rested: 300 } })
    const taken = { outcome: 'taken', reply: '250 Taken', handedOver: true }
    expect([await send(), await send()]).toEqual([taken, taken])
    expect(server.connections()).toBe(2)
    expect(server.messages).toHaveLength(2)
  })
})
