import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { SmtpSettings } from '#server/mail/settings.ts'
import { makeCertificate } from './certificate.ts'
import { freePort } from './free-port.ts'

/** A mail server that others wrote, in another language, and that keeps what it takes. */
export type OtherMailServer = {
  settings: SmtpSettings
  /** The messages as it keeps them, the oldest first. */
  messages(): Promise<Buffer[]>
  close(): Promise<void>
}

export const hasAiosmtpd = (process.env['PATH'] ?? '')
  .split(delimiter)
  .some(folder => existsSync(join(folder, 'aiosmtpd')))

/** Debian's aiosmtpd, which asks for STARTTLS, keeping mail in a Maildir. */
export async function startAiosmtpd(): Promise<OtherMailServer> {
  const folder = await mkdtemp(join(tmpdir(), 'lading-aiosmtpd-'))
  const { key, cert } = makeCertificate()
  await writeFile(join(folder, 'key.pem'), key)
  await writeFile(join(folder, 'cert.pem'), cert)
  const port = await freePort()
  const mailbox = join(folder, 'mailbox')
  const child = spawn(
    'aiosmtpd',
    [
      ...['-n', '-u', '-l', `127.0.0.1:${port}`, '-c', 'aiosmtpd.handlers.Mailbox'],
      ...['--tlscert', join(folder, 'cert.pem'), '--tlskey', join(folder, 'key.pem'), mailbox],
    ],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  )
  const ended = new Promise(resolve => {
    child.once('exit', resolve)
  })
  for (let tries = 0; !(await answers(port)); tries += 1) {
    if (tries > 400 || child.exitCode !== null) throw new Error('aiosmtpd did not start.')
    await pause(50)
  }
  return {
    settings: {
      ...{ host: '127.0.0.1', port, security: 'starttls', ca: cert },
      ...{ user: undefined, password: undefined, oauth: undefined },
    },
    async messages() {
      const names = (await readdir(join(mailbox, 'new')).catch((): string[] => [])).sort()
      return Promise.all(names.map(name => readFile(join(mailbox, 'new', name))))
    },
    async close() {
      child.kill('SIGTERM')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const answers = (port: number) =>
  new Promise<boolean>(resolve => {
    const probe = connect(port, '127.0.0.1')
    probe.once('data', () => {
      probe.destroy()
      resolve(true)
    })
    probe.once('error', () => resolve(false))
  })
