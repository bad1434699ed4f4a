import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openOutbox } from './outbox.ts'

let parent: string
beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'lading-outbox-'))
})
afterAll(() => rm(parent, { recursive: true, force: true }))

test('a message waits as a file that mail programs read, and the log tells of it without its text', async () => {
  const folder = join(parent, 'outbox')
  const lines: string[] = []
  const outbox = openOutbox({
    folder,
    from: { name: 'Häfen & "Co"', address: 'office@lading.example' },
    log: line => lines.push(line),
  })
  const subject =
    'Ein neues Kennwort für die Spedition Überseehafen Süd, Bürogebäude Ä\r\nBcc: all@evil.example'
  await outbox.send({
    to: 'ann@example.com',
    replyTo: 'visitor@example.com',
    subject,
    text: 'Grüße\nhttps://lading.example/secret-link\n',
  })

  const names = await readdir(folder)
  expect(names).toEqual([expect.stringMatching(/^\d{4}-.+\.eml$/)])
  const file = join(folder, names[0] ?? '')
  const bytes = await readFile(file)
  const mail = await PostalMime.parse(bytes)
  expect(mail).toMatchObject({
    from: { name: 'Häfen & "Co"', address: 'office@lading.example' },
    to: [{ address: 'ann@example.com' }],
    replyTo: [{ address: 'visitor@example.com' }],
    subject: subject.replace('\r\n', ' '),
    text: 'Grüße\nhttps://lading.example/secret-link\n\n',
  })
  expect(mail.bcc).toBeUndefined()
  expect(Math.abs(Date.parse(mail.date ?? '') - Date.now())).toBeLessThan(60_000)
  expect(
    Math.max(
      ...bytes
        .toString()
        .split('\r\n')
        .map(line => line.length),
    ),
  ).toBeLessThanOrEqual(90)

  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect((await stat(folder)).mode & 0o777).toBe(0o700)
  expect(lines).toEqual([expect.stringContaining(file)])
  expect(lines.join()).not.toContain('secret-link')
})
