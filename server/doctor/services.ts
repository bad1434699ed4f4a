import { lookup } from 'node:dns/promises'
import { z } from 'zod'
import type { Config } from '#server/config.ts'
import { messageFrom } from '#server/errors.ts'
import { metadataAddress, readMetadata } from '#server/identity/provider/external-provider.ts'
import { requireFreePorts, requireFreeWorkerPort } from '#server/listening.ts'
import { tryMailServer } from '#server/mail/smtp.ts'
import { addressWarnings, isLocal } from '#server/plain-http.ts'
import { type Finding, note, right, wrong } from './report.ts'

const SECOND = 1000

/** The mail server: connected to and signed in at, without an e-mail. */
export async function examineMail({ mail: { smtp, from } }: Config): Promise<Finding[]> {
  if (!smtp) return [note('No mail server is set (SMTP_HOST): e-mails of jobs are saved as not sent')]
  const place = `${smtp.host}:${smtp.port}`
  const name = from.address?.split('@')[1] ?? 'localhost'
  const patience = { connect: 10 * SECOND, greeting: 10 * SECOND, answer: 10 * SECOND }
  try {
    await tryMailServer(smtp, { name, patience })
    const ways = { none: 'without encryption', starttls: 'encrypted by STARTTLS', tls: 'encrypted by TLS' }
    return [
      right(
        `The mail server ${place} answers, ${ways[smtp.security]}${smtp.user ? ', and takes the login' : ''}`,
      ),
    ]
  } catch (error) {
    return [
      wrong(
        `The mail server ${place} cannot be used: ${messageFrom(error)}\nCheck SMTP_HOST, SMTP_PORT, SMTP_SECURITY, ` +
          'SMTP_USER and SMTP_PASSWORD; e-mails wait and are tried again for about 36 hours.',
      ),
    ]
  }
}

const keySet = z.object({ keys: z.array(z.unknown()).min(1) })

/** A sign-in provider of the company's own: its discovery document, issuer and keys. */
export async function examineSignIn({ signIn }: Config): Promise<Finding[]> {
  if (!signIn) return [right('People sign in with the built-in sign-in')]
  const { issuer, jwks_uri: keys } = await readMetadata(signIn)
  const findings = [right(`The discovery document is at ${metadataAddress(signIn)}`)]
  if (signIn.issuer !== undefined && signIn.issuer !== issuer)
    findings.push(note(`OIDC_ISSUER is ${signIn.issuer}, and the provider calls itself ${issuer}`))
  const address = signIn.keysUrl ?? keys
  try {
    const reply = await fetch(address, { signal: AbortSignal.timeout(10 * SECOND) })
    if (!reply.ok) throw new Error(`it answered ${reply.status}`)
    const found = keySet.parse(await reply.json())
    findings.push(right(`The provider shows ${found.keys.length} signing keys at ${address}`))
  } catch (error) {
    findings.push(wrong(`The provider's signing keys cannot be had from ${address}: ${messageFrom(error)}`))
  }
  return findings
}

/** The addresses: the port, PUBLIC_URL, the proxy before it. With WORKER_PORT they are a worker's, who has no proxy. */
export async function examineNetwork(config: Config): Promise<Finding[]> {
  const port = config.worker ? await examineWorkerPort(config.worker) : await examinePort(config)
  return [port, ...(await examinePublicUrl(config))]
}

const hostOf = (host: string) => {
  const own = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host
  return own.includes(':') ? `[${own}]` : own
}

const readiness = z.object({ status: z.string(), components: z.object({}).loose() })

/** What a server of Lading says of itself; undefined where none answers there. */
async function askServer(origin: string): Promise<z.infer<typeof readiness> | undefined> {
  try {
    const reply = await fetch(`${origin}/readyz`, {
      signal: AbortSignal.timeout(5 * SECOND),
      redirect: 'error',
    })
    return readiness.parse(await reply.json())
  } catch {
    return undefined
  }
}

async function examinePort(config: Config): Promise<Finding> {
  const running = await askServer(`http://${hostOf(config.host)}:${config.port}`)
  if (running)
    return running.status === 'ok'
      ? right(`A server runs on port ${config.port}, and is ready`)
      : wrong(`A server runs on port ${config.port}, and is not ready: ${running.status}`)
  await requireFreePorts(config)
  return right(`No server runs; port ${config.port} of ${config.host} is free`)
}

async function examineWorkerPort(worker: NonNullable<Config['worker']>): Promise<Finding> {
  const { host, port } = worker
  const running = await askServer(`http://${hostOf(host)}:${port}`)
  if (running)
    return running.status === 'ok'
      ? right(`A worker runs on port ${port} of ${host}, and is ready`)
      : wrong(`A worker runs on port ${port} of ${host}, and is not ready: ${running.status}`)
  await requireFreeWorkerPort(worker)
  return right(`No worker runs; port ${port} of ${host} is free`)
}

async function examinePublicUrl(config: Config): Promise<Finding[]> {
  const { publicUrl, trustedProxies } = config
  if (publicUrl === undefined || isLocal(publicUrl))
    return [
      note('People on other machines cannot sign in: PUBLIC_URL is not set to the address that they use'),
    ]
  // A worker has no proxy.
  const warnings = addressWarnings(publicUrl, {
    key: config.key,
    trustedProxies: config.worker ? ['none'] : trustedProxies,
  })
  const isNamed = !config.worker && trustedProxies.length > 0
  return [
    ...warnings.map(wrong),
    ...(isNamed ? [right(`Forwarded addresses are taken from ${trustedProxies.join(', ')}`)] : []),
    await reachable(publicUrl),
  ]
}

async function reachable(publicUrl: string): Promise<Finding> {
  const { hostname } = new URL(publicUrl)
  try {
    await lookup(hostname)
  } catch (error) {
    return wrong(
      `${hostname} of PUBLIC_URL has no address: ${messageFrom(error)}. Check PUBLIC_URL and the DNS.`,
    )
  }
  return (await askServer(publicUrl))
    ? right(`${publicUrl} leads to a server of Lading`)
    : note(
        `${publicUrl} does not lead to a running server from here. That is well if none runs, or if this machine ` +
          'cannot see its own public address; otherwise look at the proxy.',
      )
}
