import { SIGN_IN_POLICY } from '#server/identity/provider/policies.ts'
import { startAuthorization } from '#testing/identity.ts'
import { TestVisitor } from '#testing/visitor.ts'
import { idle, slowHeaders, slowReader } from './neighbour-connections.ts'
import { hostileMessages, largeBody, longJob, longTemplate, mailTemplate } from './neighbour-materials.ts'
import { ATTACKERS_ADDRESS, formOf, requestsOf, type Target } from './neighbour-requests.ts'

/** Sends one request after the other until the benchmark ends. */
export type Attack = {
  /** How many of them are sent at a time. */
  atOnce: number
  /** Begins with what has to be there; then answers the status of each request. */
  begin: () => Promise<() => Promise<number>>
}

const UPLOAD_BYTES = 47 * 1024 * 1024
const SHORT = 5 * 1024 * 1024

type Sent = { status: number }

/** What one company can do to a product that others share, by name; each as it is hardest on them. */
export function attacks(target: Target): Record<string, Attack> {
  const { url, token, templateId } = target
  const requests = requestsOf(target)
  const { call, nextJob } = requests
  const large = new Uint8Array(UPLOAD_BYTES).fill(80)
  let turn = 0
  const next = <One>(list: readonly One[]): One => list[(turn += 1) % list.length] as One
  const attack = <Prepared>(
    atOnce: number,
    prepare: () => Promise<Prepared>,
    send: (prepared: Prepared) => Promise<Sent | number>,
  ): Attack => ({
    atOnce,
    begin: async () => {
      const prepared = await prepare()
      return async () => {
        const sent = await send(prepared)
        return typeof sent === 'number' ? sent : sent.status
      }
    },
  })
  const simple = (atOnce: number, send: () => Promise<Sent | number>) =>
    attack(atOnce, async () => undefined, send)
  const sorted = () =>
    `/api/shipment?limit=200&sort=${next(['-volume', 'commodity', 'eta', 'master'])}&status=0,1,2`
  const generate = (format: string, job: string, template = templateId) =>
    call('POST', `/api/documenttemplate/generatedocument?shipmentId=${job}`, {
      id: template,
      format,
      blankUnknown: true,
    })
  const preview = (signal?: AbortSignal) =>
    call(
      'GET',
      `/api/documenttemplate/${templateId}/preview?format=pdf&shipmentId=${nextJob()}`,
      undefined,
      signal,
    )
  const eightMailTemplates = async () => {
    for (let n = 0; n < 8; n += 1) await call('POST', '/api/mailtemplate', mailTemplate(n))
  }
  return {
    'e-mail templates': attack(4, eightMailTemplates, () => call('GET', '/api/mailtemplate')),
    'new e-mail templates': simple(1, () => call('POST', '/api/mailtemplate', mailTemplate((turn += 1)))),
    'taken addresses': simple(30, () =>
      call('POST', '/api/register/adduser', {
        displayName: 'Somebody',
        email: 'victim@lading.example',
        password: 'a password nobody guesses',
      }),
    ),
    'hostile e-mails': attack(
      10,
      () => hostileMessages(requests),
      messages => call('GET', `/api/document/${next(messages)}/message`),
    ),
    'large templates': simple(6, () =>
      call('POST', '/api/documenttemplate', formOf(`${crypto.randomUUID()}.dotx`, large, {})),
    ),
    'long templates': attack(
      4,
      async () => longTemplate(),
      template => call('POST', '/api/documenttemplate', formOf(`${crypto.randomUUID()}.dotx`, template, {})),
    ),
    uploads: simple(2, () => {
      const form = formOf(`${crypto.randomUUID()}.bin`, large.subarray(0, SHORT), { shipmentId: nextJob() })
      return call('POST', '/api/document', form)
    }),
    PDFs: simple(8, () => generate('pdf', nextJob())),
    'long PDFs': attack(
      4,
      () => longJob(requests),
      long => generate('pdf', long.jobId, long.templateId),
    ),
    'many documents': simple(8, () => generate('word', nextJob())),
    previews: simple(4, () => preview()),
    lists: simple(20, () => call('GET', sorted())),
    searches: simple(4, () => call('GET', `/api/shipment?limit=200&search=${next(['ltd', 'sea', 'con'])}`)),
    'searches everywhere': simple(8, () => call('GET', `/api/search?text=${next(['ltd', 'sea', 'con'])}`)),
    history: simple(10, () => call('GET', '/api/history/all?limit=200')),
    exports: simple(6, () => call('GET', '/api/history/export')),
    'large bodies': attack(
      8,
      async () => largeBody(nextJob()),
      body => call('PUT', '/api/shipment', body),
    ),
    mails: simple(4, () =>
      call('POST', '/api/mail', {
        id: crypto.randomUUID(),
        shipmentId: nextJob(),
        to: [{ address: 'somebody@forwarder.example' }],
        subject: 'Words',
        text: 'Many words. '.repeat(8000),
      }),
    ),
    'aborted requests': simple(20, async () => {
      const left = AbortSignal.timeout(30)
      const asked = turn++ % 4 === 0 ? preview(left) : call('GET', sorted(), undefined, left)
      return asked.catch(() => 0)
    }),
    'password guesses': simple(6, async () => {
      const visitor = new TestVisitor(url, { address: ATTACKERS_ADDRESS })
      const { page } = await startAuthorization([], SIGN_IN_POLICY, { visitor })
      return visitor.submit(page, 'sign-in', {
        email: `nobody${(turn += 1)}@lading.example`,
        password: 'a wrong guess of it',
      })
    }),
    'sign-ins begun': simple(4, async () => {
      const state = 'x'.repeat(4000)
      const reply = await fetch(
        `${url}/identity/${SIGN_IN_POLICY}/oauth2/v2.0/authorize?client_id=lading&state=${state}`,
        { redirect: 'manual', headers: { 'x-forwarded-for': ATTACKERS_ADDRESS } },
      )
      await reply.text()
      return reply
    }),
    'idle connections': simple(2000, () => idle(url)),
    'slow headers': simple(200, () => slowHeaders(url)),
    'slow readers of lists': simple(30, () => slowReader(url, '/api/shipment?limit=200', token)),
    'slow readers of files': attack(
      30,
      () => requests.attach('large.bin', large),
      documentId => slowReader(url, `/api/document/${documentId}`, token),
    ),
  }
}
