import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import PostalMime from 'postal-mime'
import type { Mailer } from '#server/mail/mailer.ts'
import { openOutbox } from '#server/mail/outbox.ts'
import { makeTemporaryFolder } from './temporary-folder.ts'

export type TestOutbox = { mailer: Mailer; folder: string }

/** The product's own outbox in a folder that goes when the app is closed. */
export async function openTestOutbox(app: FastifyInstance): Promise<TestOutbox> {
  const folder = await makeTemporaryFolder('lading-outbox-')
  app.addHook('onClose', () => rm(folder, { recursive: true, force: true }))
  const from = { name: 'Lading', address: 'office@lading.example' }
  return { folder, mailer: openOutbox({ folder, from, log: () => undefined }) }
}

/** All messages to this address, the oldest first. */
export async function mailTo(folder: string, address: string): Promise<{ subject: string; text: string }[]> {
  const names = (await readdir(folder).catch(() => [])).filter(name => name.endsWith('.eml')).sort()
  const mails = await Promise.all(
    names.map(async name => PostalMime.parse(await readFile(join(folder, name)))),
  )
  return mails
    .filter(mail => mail.to?.some(to => to.address === address))
    .map(({ subject = '', text = '' }) => ({ subject, text }))
}

// Notices of a change name the page for a forgotten password, which is open to everybody.
const LINK = /https?:\/\/\S+?(?<!\/identity\/password)(?=\s|$)/

/** The address within the newest message to this address that brings one, waiting until `count` have come. */
export async function linkInMail(folder: string, address: string, count = 1): Promise<string> {
  const deadline = Date.now() + 10_000
  while (Date.now() < deadline) {
    const links = (await mailTo(folder, address)).flatMap(({ text }) => LINK.exec(text)?.[0] ?? [])
    const link = links.length >= count && links.at(-1)
    if (link) return link
    await pause(20)
  }
  throw new Error(`No message ${count} to ${address} came.`)
}
