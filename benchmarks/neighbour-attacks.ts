import { outlookMessage } from '#testing/mail-files.ts'
import { SIGN_IN_POLICY } from '#server/identity/policies.ts'

/** Sends one request after the other until the benchmark ends; answers the status of each. */
export type Attack = {
  /** How many of them are sent at a time. */
  atOnce: number
  send: () => Promise<number>
}

export type Target = { url: string; token: string; jobIds: readonly string[]; templateId: string }

const UPLOAD_BYTES = 47 * 1024 * 1024
const SHORT = 5 * 1024 * 1024

/** What one company can do to a product that others share, by name; each as it is hardest on them. */
export async function attacks(target: Target): Promise<Record<string, Attack>> {
  const { url, token, templateId } = target
  const call = async (method: string, path: string, body?: FormData | object) => {
    const isForm = body instanceof FormData
    const reply = await fetch(url + path, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body && !isForm && { 'content-type': 'application/json' }),
      },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
    })
    const text = await reply.text()
    return { status: reply.status, text }
  }
  let turn = 0
  const job = () => target.jobIds[(turn += 1) % target.jobIds.length] ?? ''
  const jobId = job()
  const attach = async (name: string, content: Uint8Array) => {
    const { text } = await call('POST', '/api/document', formOf(name, content, { shipmentId: jobId }))
    return (JSON.parse(text) as { id: string }).id
  }
  const messages = [
    ...(await Promise.all([1, 2, 3, 4].map(n => attach(`circle ${n}.msg`, circle())))),
    await attach('lines.eml', letter(`<p>${'\n'.repeat(2_000_000)}x`, 'b@x.example')),
    await attach('groups.eml', letter('<p>x', 'a:'.repeat(1_000_000))),
  ]
  const unknown = Array.from({ length: 700 }, (_, n) => `{{Consigneeee.Naame${n}}}`).join('')
  const mailTemplate = (n: number) => ({
    name: `Template ${n}`,
    purpose: 'other',
    subject: 'Words',
    text: `${unknown}${n}`,
    to: [],
    cc: [],
    documentTemplateIds: [],
    stamp: null,
  })
  for (let n = 0; n < 8; n += 1) await call('POST', '/api/mailtemplate', mailTemplate(n))
  const large = new Uint8Array(UPLOAD_BYTES).fill(80)
  const attack = (atOnce: number, send: () => Promise<{ status: number }>): Attack => ({
    atOnce,
    send: async () => (await send()).status,
  })
  return {
    'e-mail templates': attack(4, () => call('GET', '/api/mailtemplate')),
    'new e-mail templates': attack(1, () => call('POST', '/api/mailtemplate', mailTemplate((turn += 1)))),
    'taken addresses': attack(30, () =>
      call('POST', '/api/register/adduser', {
        displayName: 'Somebody',
        email: 'victim@lading.example',
        password: 'a password nobody guesses',
      }),
    ),
    'hostile e-mails': attack(10, () =>
      call('GET', `/api/document/${messages[((turn += 1)) % messages.length]}/message`),
    ),
    'large templates': attack(6, () =>
      call('POST', '/api/documenttemplate', formOf(`${crypto.randomUUID()}.dotx`, large, {})),
    ),
    uploads: attack(2, () =>
      call(
        'POST',
        '/api/document',
        formOf(`${crypto.randomUUID()}.bin`, large.subarray(0, SHORT), { shipmentId: job() }),
      ),
    ),
    PDFs: attack(8, () =>
      call('POST', `/api/documenttemplate/generatedocument?shipmentId=${job()}`, {
        id: templateId,
        format: 'pdf',
        blankUnknown: true,
      }),
    ),
    searches: attack(4, () =>
      call('GET', `/api/shipment?limit=200&search=${['ltd', 'sea', 'con', 'har'][turn++ % 4]}`),
    ),
    'sign-ins begun': attack(4, async () => {
      const state = 'x'.repeat(4000)
      const reply = await fetch(
        `${url}/identity/${SIGN_IN_POLICY}/oauth2/v2.0/authorize?client_id=lading&state=${state}`,
        { redirect: 'manual', headers: { 'x-forwarded-for': '198.51.100.7' } },
      )
      await reply.text()
      return reply
    }),
  }
}

function formOf(name: string, content: Uint8Array, fields: Record<string, string>): FormData {
  const form = new FormData()
  for (const [field, value] of Object.entries(fields)) form.append(field, value)
  form.append('afile', new Blob([content as Uint8Array<ArrayBuffer>]), name)
  return form
}

const letter = (html: string, to: string) =>
  Buffer.from(`From: a@x.example\r\nTo: ${to}\r\nSubject: s\r\nContent-Type: text/html\r\n\r\n${html}`)

/** A message of Outlook whose directory follows itself. */
function circle(): Uint8Array {
  const file = outlookMessage({ subject: 's', body: 'b', sender: 'a', address: 'b' })
  const view = new DataView(file.buffer, file.byteOffset)
  const [list, directory] = [view.getInt32(0x4c, true), view.getInt32(0x30, true)]
  view.setInt32((list + 1) * 512 + directory * 4, directory, true)
  return file
}
