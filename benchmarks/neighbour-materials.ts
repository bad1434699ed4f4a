import { outlookMessage } from '#testing/mail-files.ts'
import { paragraph } from '#testing/word/markup.ts'
import { templateFile } from '#testing/word/template-file.ts'
import type { Requests } from './neighbour-requests.ts'

/** E-mails that a reader without limits would never be done with; answers their documents' ids. */
export async function hostileMessages({ attach }: Requests): Promise<string[]> {
  return [
    ...(await Promise.all([1, 2, 3, 4].map(n => attach(`circle ${n}.msg`, circle())))),
    await attach('lines.eml', letter(`<p>${'\n'.repeat(2_000_000)}x`, 'b@x.example')),
    await attach('groups.eml', letter('<p>x', 'a:'.repeat(1_000_000))),
  ]
}

const unknown = Array.from({ length: 700 }, (_, n) => `{{Consigneeee.Naame${n}}}`).join('')

export const mailTemplate = (n: number) => ({
  name: `Template ${n}`,
  purpose: 'other',
  subject: 'Words',
  text: `${unknown}${n}`,
  to: [],
  cc: [],
  documentTemplateIds: [],
  stamp: null,
})

/** A job whose papers take LibreOffice long: 100 items of 5,000 Chinese characters each. */
export async function longJob({
  call,
  addTemplate,
}: Requests): Promise<{ jobId: string; templateId: string }> {
  const jobId = (JSON.parse((await call('POST', '/api/shipment')).text) as { id: string }).id
  const description = '貨物運送單據'.repeat(834).slice(0, 5000)
  for (let n = 0; n < 100; n += 1)
    await call('POST', '/api/item', { shipmentId: jobId, name: `Item ${n}`, description })
  const body = paragraph('{{#Items}}') + paragraph('{{Description}}') + paragraph('{{/Items}}')
  return { jobId, templateId: (await addTemplate(templateFile({ body }))) ?? '' }
}

/** A template that keeps the Word engine for as long as it is let: names nobody knows, cut into many runs. */
export function longTemplate(): Uint8Array {
  const runs = Array.from(
    { length: 60 },
    (_, n) => `{{#if Consigneeee.Naame${n}}}{{Shiper.Adress${n}}}{{/if}}`,
  ).join('')
  return templateFile({ body: paragraph(runs).repeat(6_000) })
}

/** Just under 1 MB of as many small values as fit. */
export const largeBody = (jobId: string) => ({
  id: jobId,
  name: 'Saved by a large body',
  items: Array.from({ length: 40_000 }, (_, n) => ({ Name: `Item ${n}` })),
})

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
