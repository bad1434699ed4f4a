import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import PostalMime from 'postal-mime'
import { expect, test } from 'vitest'
import { hasAiosmtpd, type OtherMailServer, startAiosmtpd } from '#testing/aiosmtpd.ts'
import { startMailServer } from '#testing/mail-server.ts'
import { messageBytes } from './message.ts'
import { openSmtp } from './smtp.ts'

async function startOurs(): Promise<OtherMailServer> {
  const server = await startMailServer({ security: 'starttls' })
  return { ...server, messages: async () => server.mails.map(({ raw }) => raw) }
}

const servers: [string, () => Promise<OtherMailServer>][] = [
  ['smtp-server', startOurs],
  // An independent one, where the machine has it; the run's summary says where it has not.
  ...(hasAiosmtpd ? [['aiosmtpd', startAiosmtpd] as [string, () => Promise<OtherMailServer>]] : []),
]

test.each(servers)('a message with attachments of any kind arrives whole at %s', async (_name, start) => {
  const server = await start()
  const smtp = openSmtp(server.settings, { name: 'lading.example' })
  const attachments = [
    { name: 'Frachtbrief Ü 船.pdf', mediaType: 'application/pdf', content: randomBytes(2_000_000) },
    { name: 'dots.txt', mediaType: 'text/plain', content: Buffer.from('.\r\n..\r\n.\n\r\n.\r\n') },
    { name: 'zero', mediaType: 'application/octet-stream', content: Buffer.from([0, 255, 13, 10, 46]) },
  ]
  const text = '.\n.. dots\n\nFrom here: Grüße, 船荷 🚢\n' + 'long '.repeat(500)
  const bytes = await buffer(
    messageBytes(
      {
        from: { name: 'Häfen', address: 'office@lading.example' },
        to: [{ name: 'Ann', address: 'ann@x.example' }],
        subject: 'Ü'.repeat(120),
        text,
        messageId: '<one@lading.example>',
        date: new Date('2026-12-03T10:00:00Z'),
        attachments,
      },
      undefined,
    ),
  )
  const outcome = await smtp.deliver({
    from: 'office@lading.example',
    to: ['ann@x.example', 'bob@x.example'],
    size: bytes.length,
    // In pieces that part lines and dots.
    content: async function* pieces() {
      for (let at = 0; at < bytes.length; at += 997) yield bytes.subarray(at, at + 997)
    },
    handingOver: async () => undefined,
  })
  expect([...outcome.values()].map(({ outcome: got }) => got)).toEqual(['taken', 'taken'])
  const [raw, ...more] = await server.messages()
  expect(more).toEqual([])
  const mail = await PostalMime.parse(raw ?? '')
  expect(mail).toMatchObject({
    from: { name: 'Häfen', address: 'office@lading.example' },
    to: [{ name: 'Ann', address: 'ann@x.example' }],
    subject: 'Ü'.repeat(120),
    messageId: '<one@lading.example>',
  })
  expect(mail.text?.trimEnd()).toBe(text.trimEnd())
  for (const [index, { name, content }] of attachments.entries()) {
    expect(mail.attachments[index]?.filename).toBe(name)
    expect(Buffer.from(mail.attachments[index]?.content as ArrayBuffer).equals(content)).toBe(true)
  }
  smtp.close()
  await server.close()
})
