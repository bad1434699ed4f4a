import { createServer, type AddressInfo, type Socket } from 'node:net'
import { createServer as createHttpServer } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { afterEach, describe, expect, test } from 'vitest'
import { type MailServerOptions, startMailServer, type TestMailServer } from '#testing/mail-server.ts'
import type { Outcome } from './outcome.ts'
import type { SmtpSettings } from './settings.ts'
import { type Delivery, openSmtp, type Smtp } from './smtp.ts'

const closing: (() => Promise<unknown> | void)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

async function start(options: MailServerOptions = {}): Promise<TestMailServer> {
  const server = await startMailServer(options)
  closing.push(() => server.close())
  return server
}

function open(settings: SmtpSettings): Smtp {
  const smtp = openSmtp(settings, { name: 'lading.example' })
  closing.push(() => smtp.close())
  return smtp
}

const text = 'Subject: Cotton\r\n\r\nA line\r\n.\r\n..dots\r\n'

async function* bytes() {
  yield Buffer.from(text)
}

const delivery = (changes: Partial<Delivery> = {}): Delivery => ({
  from: 'office@lading.example',
  to: ['ann@x.example'],
  size: text.length,
  content: bytes,
  handingOver: async () => undefined,
  ...changes,
})

const told = (outcome: Outcome) =>
  Object.fromEntries([...outcome].map(([address, { outcome: got }]) => [address, got]))

describe.each(['none', 'starttls', 'tls'] as const)('with %s', security => {
  test('a message arrives byte for byte, after a password where one is asked for', async () => {
    const password = { user: 'office', password: 'sécret' }
    const server = await start({ security, password })
    const outcome = await open(server.settings).deliver(delivery({ to: ['ann@x.example', 'bob@x.example'] }))
    expect(told(outcome)).toEqual({ 'ann@x.example': 'taken', 'bob@x.example': 'taken' })
    expect(server.mails).toEqual([
      {
        from: 'office@lading.example',
        to: ['ann@x.example', 'bob@x.example'],
        raw: Buffer.from(text),
        secure: security !== 'none',
        user: 'office',
      },
    ])
  })
})

describe('nothing leaves and the message waits', () => {
  const expectDeferred = async (settings: SmtpSettings, words: RegExp) => {
    const asked: string[] = []
    const outcome = await open(settings).deliver(
      delivery({ handingOver: async () => void asked.push('handing over') }),
    )
    expect([...outcome]).toEqual([
      ['ann@x.example', { outcome: 'deferred', reply: expect.stringMatching(words) }],
    ])
    expect(asked).toEqual([])
  }

  test('where the certificate is not trusted', async () => {
    for (const security of ['tls', 'starttls'] as const) {
      const server = await start({ security })
      await expectDeferred({ ...server.settings, ca: undefined }, /self-signed certificate/)
      expect(server.mails).toEqual([])
    }
  })

  test('where the certificate is another host’s', async () => {
    const server = await start({ security: 'tls', certificateOf: 'mail.other.example' })
    await expectDeferred(server.settings, /does not match certificate/)
    expect(server.mails).toEqual([])
  })

  test('where the server offers no encryption', async () => {
    const server = await start({ security: 'none' })
    await expectDeferred({ ...server.settings, security: 'starttls' }, /STARTTLS|not implemented|502|500/i)
    expect(server.mails).toEqual([])
  })

  test('where the password is wrong', async () => {
    const server = await start({ security: 'tls', password: { user: 'office', password: 'right' } })
    await expectDeferred({ ...server.settings, password: 'wrong' }, /535 Wrong password/)
    expect(server.mails).toEqual([])
  })

  test('where nobody answers', async () => {
    const server = await start()
    await server.close()
    await expectDeferred(server.settings, /^No connection to the mail server: .*ECONNREFUSED/)
  })
})

test('a token is asked for, kept while it is good, and used', async () => {
  const asked: string[] = []
  const tokens = createHttpServer((request, response) => {
    void buffer(request).then(body => {
      asked.push(body.toString())
      response.end(JSON.stringify({ access_token: 'the-token', expires_in: 3600 }))
    })
  })
  await new Promise<void>(resolve => void tokens.listen(0, '127.0.0.1', resolve))
  closing.push(() => void tokens.close())
  const server = await start({ security: 'tls', accessToken: 'the-token' })
  const oauth = {
    tokenUrl: `http://127.0.0.1:${(tokens.address() as AddressInfo).port}/token`,
    clientId: 'lading',
    clientSecret: 'secret',
    refreshToken: 'refresh',
    scope: undefined,
  }
  for (const smtp of [open({ ...server.settings, oauth })])
    for (let turn = 0; turn < 2; turn += 1)
      expect(told(await smtp.deliver(delivery()))).toEqual({ 'ann@x.example': 'taken' })
  expect(asked).toEqual([
    'client_id=lading&client_secret=secret&grant_type=refresh_token&refresh_token=refresh',
  ])
  expect(server.mails.map(({ user }) => user)).toEqual(['office', 'office'])
})

describe('a refusal is told in the server’s words', () => {
  test('of one recipient among others, for good or for now', async () => {
    const server = await start({
      refuseRecipient: address =>
        address.startsWith('gone')
          ? { code: 550, words: 'No such user here' }
          : address.startsWith('full')
            ? { code: 452, words: 'Mailbox full' }
            : undefined,
    })
    const smtp = open(server.settings)
    expect([
      ...(await smtp.deliver(delivery({ to: ['gone@x.example', 'ann@x.example', 'full@x.example'] }))),
    ]).toEqual([
      ['gone@x.example', { outcome: 'refused', reply: '550 No such user here' }],
      ['ann@x.example', { outcome: 'taken', reply: '250 Taken' }],
      ['full@x.example', { outcome: 'deferred', reply: '452 Mailbox full' }],
    ])
    expect([...(await smtp.deliver(delivery({ to: ['gone@x.example', 'full@x.example'] })))]).toEqual([
      ['gone@x.example', { outcome: 'refused', reply: '550 No such user here' }],
      ['full@x.example', { outcome: 'deferred', reply: '452 Mailbox full' }],
    ])
    // The connection goes on after that.
    expect(told(await smtp.deliver(delivery()))).toEqual({ 'ann@x.example': 'taken' })
    expect(server.mails.map(({ to }) => to)).toEqual([['ann@x.example'], ['ann@x.example']])
  })

  test.each([
    [554, 'refused'],
    [451, 'deferred'],
  ] as const)('of the message by %i', async (code, outcome) => {
    const server = await start({ refuseMessage: () => ({ code, words: 'Not like this' }) })
    expect([...(await open(server.settings).deliver(delivery()))]).toEqual([
      ['ann@x.example', { outcome, reply: `${code} Not like this` }],
    ])
    expect(server.mails).toEqual([])
  })

  test('of a message that is larger than the server takes', async () => {
    const server = await start({ size: 10 })
    expect(told(await open(server.settings).deliver(delivery()))).toEqual({ 'ann@x.example': 'refused' })
    expect(server.mails).toEqual([])
  })
})

/** A server that says yes to everything and breaks the connection once `isEnough` of a message has come. */
async function startBreaking(isEnough: (received: string) => boolean): Promise<SmtpSettings> {
  const sockets = new Set<Socket>()
  const server = createServer(socket => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.write('220 here\r\n')
    let data: string | undefined
    socket.on('data', chunk => {
      if (data === undefined) {
        const line = chunk.toString()
        if (/^DATA/m.test(line)) data = ''
        socket.write(data === undefined ? '250 ok\r\n' : '354 go on\r\n')
      } else data += chunk.toString()
      if (data !== undefined && isEnough(data)) socket.destroy()
    })
  })
  await new Promise<void>(resolve => void server.listen(0, '127.0.0.1', resolve))
  closing.push(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const none = { ca: undefined, user: undefined, password: undefined, oauth: undefined }
  return { host: '127.0.0.1', port, security: 'none', ...none }
}

describe('a connection that breaks', () => {
  test('before the message was handed over leaves it waiting', async () => {
    const settings = await startBreaking(data => data.length > 100_000)
    async function* large() {
      for (let piece = 0; piece < 200; piece += 1) yield Buffer.alloc(60_000, 'x\r\n')
    }
    const asked: string[] = []
    const outcome = await open(settings).deliver(
      delivery({ content: large, size: 12_000_000, handingOver: async () => void asked.push('over') }),
    )
    expect(told(outcome)).toEqual({ 'ann@x.example': 'deferred' })
    expect(asked).toEqual([])
  })

  test('after the message was handed over leaves nobody knowing', async () => {
    const settings = await startBreaking(data => data.endsWith('\r\n.\r\n'))
    expect(told(await open(settings).deliver(delivery()))).toEqual({ 'ann@x.example': 'uncertain' })
  })

  test('while it rests is replaced by another', async () => {
    const server = await start()
    const smtp = open(server.settings)
    await smtp.deliver(delivery())
    await server.close()
    const again = await startMailServer({ port: server.settings.port })
    closing.push(() => again.close())
    expect(told(await smtp.deliver(delivery()))).toEqual({ 'ann@x.example': 'taken' })
    expect([server.mails.length, again.mails.length]).toEqual([1, 1])
  })
})

test('what cannot be marked as handed over does not arrive', async () => {
  const server = await start()
  const handingOver = () => Promise.reject(new Error('The database is away.'))
  const outcome = await open(server.settings).deliver(delivery({ handingOver }))
  expect([...outcome]).toEqual([['ann@x.example', { outcome: 'deferred', reply: 'The database is away.' }]])
  await server.close()
  expect(server.mails).toEqual([])
})
