import { createHash, createPublicKey, generateKeyPairSync, randomBytes, verify } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import PostalMime from 'postal-mime'
import { describe, expect, test } from 'vitest'
import { addressMistake } from '#contract/mail-addresses.ts'
import { htmlOf } from './mail-text.ts'
import { type Message, messageBytes, newMessageId } from './message.ts'

const message = (changes: Partial<Message> = {}): Message => ({
  from: { name: 'Häfen & "Co"', address: 'office@lading.example' },
  to: [{ name: 'Ann, Customs', address: 'ann@x.example' }],
  subject: 'Arrival notice — Überseehafen 到着',
  text: 'Dear Ann,\n\nthe goods are here.',
  messageId: '<fixed@lading.example>',
  date: new Date('2026-12-03T10:00:00Z'),
  ...changes,
})

const made = (changes: Partial<Message> = {}) => buffer(messageBytes(message(changes), undefined))

test('a message is read back as it was written, attachments byte for byte', async () => {
  const files = [
    { name: 'Bill of lading Ü 船荷証券.pdf', mediaType: 'application/pdf', content: randomBytes(300_001) },
    { name: 'empty.txt', mediaType: 'text/plain', content: Buffer.alloc(0) },
    { name: 'lines.txt', mediaType: 'text/plain', content: Buffer.from('a\nb\r\nc\r\r\n.\r\n\0') },
  ]
  const bytes = await made({
    cc: [{ address: 'bob@münchen.example' }],
    replyTo: 'amina@forwarder.example',
    attachments: files.map((file, index) => ({
      ...file,
      content:
        index === 0 ? Readable.from([file.content.subarray(0, 7), file.content.subarray(7)]) : file.content,
    })),
  })
  const mail = await PostalMime.parse(bytes)
  expect(mail).toMatchObject({
    from: { name: 'Häfen & "Co"', address: 'office@lading.example' },
    to: [{ name: 'Ann, Customs', address: 'ann@x.example' }],
    cc: [{ name: '', address: 'bob@xn--mnchen-3ya.example' }],
    replyTo: [{ address: 'amina@forwarder.example' }],
    subject: 'Arrival notice — Überseehafen 到着',
    messageId: '<fixed@lading.example>',
    date: '2026-12-03T10:00:00.000Z',
    text: 'Dear Ann,\n\nthe goods are here.\n',
    html: expect.stringContaining('<p dir="auto">Dear Ann,</p>\n<p dir="auto">the goods are here.</p>'),
  })
  expect(
    mail.attachments.map(({ filename, mimeType, content }) => ({
      name: filename,
      mediaType: mimeType,
      content: Buffer.from(content as ArrayBuffer),
    })),
  ).toEqual(files)
  // Mail servers break lines that are longer than 998 characters, and some mind a bare line feed.
  const lines = bytes.toString('latin1').split('\r\n')
  expect(Math.max(...lines.map(line => line.length))).toBeLessThanOrEqual(998)
  expect(lines.every(line => !/[\r\n]/.test(line))).toBe(true)
})

test('a subject or a name that would turn letters around reads as it was written', async () => {
  const mail = await PostalMime.parse(
    await made({
      subject: 'Invoice \u202Efdp.exe\u2066 12\u0007',
      from: { name: '\u202Dknab\u202C Bank', address: 'office@lading.example' },
      to: [{ name: 'A\u202Enn', address: 'ann@x.example' }],
    }),
  )
  expect(mail).toMatchObject({
    subject: 'Invoice fdp.exe 12',
    from: { name: 'knab Bank', address: 'office@lading.example' },
    to: [{ name: 'Ann', address: 'ann@x.example' }],
  })
})

describe('what would add a heading or a recipient', () => {
  const evil = 'x\r\nBcc: evil@evil.example\r\n\r\n<script>alert(1)</script>'

  test('in a subject or a name stays text', async () => {
    const mail = await PostalMime.parse(
      await made({
        subject: evil,
        to: [{ name: `${evil}", evil@evil.example, "`, address: 'ann@x.example' }],
      }),
    )
    expect(mail.bcc).toBeUndefined()
    expect(mail.to?.map(({ address }) => address)).toEqual(['ann@x.example'])
    expect(mail.subject).toBe('x Bcc: evil@evil.example <script>alert(1)</script>')
    expect(mail.text).toBe('Dear Ann,\n\nthe goods are here.\n')
  })

  test.each([
    'ann',
    'ann@',
    '@x.example',
    'ann@x',
    'ann@x..example',
    'ann@-x.example',
    'ann@127.0.0.1',
    'a b@x.example',
    'ann@x.example\r\nBcc: evil@evil.example',
    'ann@x.example\nRCPT TO:<evil@evil.example>',
    'ann@x.example, evil@evil.example',
    'Ann <ann@x.example>',
    '<ann@x.example>',
    '"ann"@x.example',
    'ann@evil.example@x.example>',
    '.ann@x.example',
    'an..n@x.example',
    `${'a'.repeat(65)}@x.example`,
    `ann@${'a.'.repeat(200)}example`,
    'ann@x.example\0',
    'ann@[10.0.0.1]',
  ])('an address such as %j is none', address => {
    expect(addressMistake(address)).toEqual(expect.any(String))
  })

  test.each(['ann@x.example', "o'neil+job12@mail.x.example", 'ann@münchen.example', 'a_b-c.d@x-y.co.uk'])(
    '%s is an address',
    address => expect(addressMistake(address)).toBeNull(),
  )
})

describe('a text as HTML', () => {
  test('has paragraphs, lines, lists and links', () => {
    const html = htmlOf(
      'Dear Ann,\nhello\n\nAttached:\n- the B/L\n- a list\n\nSee https://x.example/a?b=1&c=2.',
      'T',
    )
    expect(html).toContain('<p dir="auto">Dear Ann,<br>hello</p>')
    expect(html).toContain(
      '<p dir="auto">Attached:</p><ul><li dir="auto">the B/L</li><li dir="auto">a list</li></ul>',
    )
    expect(html).toContain(
      '<p dir="auto">See <a href="https://x.example/a?b=1&amp;c=2">https://x.example/a?b=1&amp;c=2</a>.</p>',
    )
  })

  test('runs nothing, whatever stands in it', () => {
    const html = htmlOf(
      '<script>alert(1)</script> <img src=x onerror=alert(1)> javascript:alert(1)\n\nhttps://x.example/"onmouseover="alert(1)',
      '</title><script>',
    )
    expect(html.match(/<(?!\/?(html|head|meta|title|body|p|a|br|ul|li|!doctype)\b)/g)).toBeNull()
    expect(html).not.toContain('<script')
    expect([...html.matchAll(/<a ([^>]*)>/g)].map(match => match[1])).toEqual(['href="https://x.example/"'])
  })
})

describe('a signed message', () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const dkim = {
    domainName: 'lading.example',
    keySelector: 'lading',
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }

  /** As RFC 6376 says for relaxed/relaxed, written for this test alone. */
  function isSignedWell(bytes: Buffer): boolean {
    const raw = bytes.toString('latin1')
    const split = raw.indexOf('\r\n\r\n')
    const fields = raw.slice(0, split).split(/\r\n(?![ \t])/)
    const relaxed = (field: string) => {
      const colon = field.indexOf(':')
      const value = field
        .slice(colon + 1)
        .replaceAll('\r\n', '')
        .replaceAll(/[ \t]+/g, ' ')
        .trim()
      return `${field.slice(0, colon).trim().toLowerCase()}:${value}`
    }
    const signature = fields.find(field => /^dkim-signature:/i.test(field)) ?? ''
    const tags = new Map(
      signature
        .slice(signature.indexOf(':') + 1)
        .split(';')
        .map(tag => {
          const [name = '', ...value] = tag.split('=')
          return [name.trim(), value.join('=').replaceAll(/\s+/g, '')] as const
        }),
    )
    const lines = raw
      .slice(split + 4)
      .split('\r\n')
      .map(line => line.replaceAll(/[ \t]+/g, ' ').replace(/ $/, ''))
    while (lines.at(-1) === '') lines.pop()
    const body = `${lines.join('\r\n')}\r\n`
    if (createHash('sha256').update(body, 'latin1').digest('base64') !== tags.get('bh')) return false
    const rest = [...fields]
    const signed = (tags.get('h') ?? '').split(':').flatMap(name => {
      const at = rest.findLastIndex(field => field.toLowerCase().startsWith(`${name.toLowerCase()}:`))
      return at < 0 ? [] : rest.splice(at, 1).map(relaxed)
    })
    const own = relaxed(signature.replace(/(\bb=)[^;]*$/, '$1'))
    const key = createPublicKey(publicKey.export({ type: 'spki', format: 'pem' }))
    const text = Buffer.from([...signed, own].join('\r\n'), 'latin1')
    return verify('sha256', text, key, Buffer.from(tags.get('b') ?? '', 'base64'))
  }

  test('bears a signature that its key proves, over subject, recipients and attachments', async () => {
    const attachments = [
      { name: 'x.bin', mediaType: 'application/octet-stream', content: randomBytes(50_000) },
    ]
    const bytes = await buffer(messageBytes(message({ attachments }), dkim))
    expect(bytes.toString('latin1')).toMatch(
      /^DKIM-Signature: v=1; a=rsa-sha256; c=relaxed\/relaxed;\s+d=lading\.example;/m,
    )
    expect(isSignedWell(bytes)).toBe(true)
    for (const [from, to] of [
      ['fixed@lading', 'other@lading'],
      ['ann@x.example', 'eve@x.example'],
      ['Content-Transfer-Encoding: base64', 'Content-Transfer-Encoding: binary'],
    ] as const)
      expect(isSignedWell(Buffer.from(bytes.toString('latin1').replace(from, to), 'latin1'))).toBe(false)
  })
})

test('a message id names the sender’s domain and is never the same', () => {
  const ids = new Set(Array.from({ length: 100 }, () => newMessageId('office@münchen.example')))
  expect(ids.size).toBe(100)
  for (const id of ids) expect(id).toMatch(/^<[0-9a-f-]{36}@xn--mnchen-3ya\.example>$/)
})
