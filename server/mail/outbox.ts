import { randomUUID } from 'node:crypto'
import { mkdir, open, rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { Mail, Mailer } from './mailer.ts'

export type OutboxOptions = {
  /** Where the messages are laid down as .eml files, which mail programs open. */
  folder: string
  /** Name and address that the messages come from. */
  from: { name: string; address: string }
  log: (line: string) => void
}

/** Keeps mail on disk for whoever runs the server, as long as no mail server is configured. */
export function openOutbox({ folder, from, log }: OutboxOptions): Mailer {
  return {
    async send(mail) {
      // Messages carry links that let people in: nobody but the server's own user may read them.
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const file = join(folder, `${new Date().toISOString().replaceAll(':', '-')}-${randomUUID()}.eml`)
      const draft = await open(`${file}.part`, 'wx', 0o600)
      try {
        await draft.writeFile(messageText(mail, from))
        await draft.sync()
      } finally {
        await draft.close()
      }
      await rename(`${file}.part`, file)
      // The text stays out of the log, since whoever reads logs must not be able to use its link.
      log(`No mail server is configured: the message “${oneLine(mail.subject)}” waits in ${file}.`)
    },
  }
}

const oneLine = (text: string) => text.replace(/[\r\n\0]+/g, ' ')

/** RFC 2047: a header carries ASCII alone; words of 45 bytes keep each within 75 characters. */
function headerText(text: string): string {
  const line = oneLine(text)
  if (/^[\x20-\x7e]*$/.test(line)) return line
  const words: string[] = []
  let word = ''
  for (const character of line) {
    if (Buffer.byteLength(word + character) > 45) {
      words.push(word)
      word = ''
    }
    word += character
  }
  words.push(word)
  return words.map(part => `=?utf-8?B?${Buffer.from(part).toString('base64')}?=`).join('\r\n ')
}

function messageText({ to, replyTo, subject, text }: Mail, from: OutboxOptions['from']): string {
  const name = headerText(from.name)
  return [
    `From: ${name.startsWith('=?') ? name : `"${name.replace(/["\\]/g, '\\$&')}"`} <${oneLine(from.address)}>`,
    `To: <${oneLine(to)}>`,
    ...(replyTo ? [`Reply-To: <${oneLine(replyTo)}>`] : []),
    `Subject: ${headerText(subject)}`,
    `Date: ${new Date().toUTCString().replace('GMT', '+0000')}`,
    `Message-ID: <${randomUUID()}@${from.address.split('@')[1] ?? 'localhost'}>`,
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: 8bit',
    '',
    text.replace(/\r?\n/g, '\r\n'),
    '',
  ].join('\r\n')
}
