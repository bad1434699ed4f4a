import type { Document } from '#contract/documents.ts'
import type { Item } from '#contract/items.ts'
import type { Job } from '#contract/jobs.ts'
import type { Mail } from '#contract/mails.ts'
import type { Note } from '#contract/notes.ts'
import type { Organisation } from '#contract/organisations.ts'
import { type ListedRole, listedRoles, partyWire } from '#contract/parties.ts'
import type { Port } from '#contract/ports.ts'
import type { DocumentTemplate } from '#contract/templates.ts'
import type { WaitingInvitation } from '#contract/joining.ts'
import { bodyOf, formOf, type Place, type Request, send, succeeded } from '#testing/faults/caller.ts'
import { signIn } from '#testing/identity.ts'
import { smallJpeg } from '#testing/pictures.ts'
import { paragraph } from '#testing/word/markup.ts'
import { templateFile } from '#testing/word/template-file.ts'

/** Makes a call that has to succeed, and answers what came back. */
export async function ask<Body>(
  place: Place,
  method: Request['method'],
  path: string,
  body?: object,
): Promise<Body> {
  const reply = await send(place, { method, path, ...(body && { body }) })
  if (!succeeded(reply))
    throw new Error(`${method} ${path} answered ${reply.status ?? reply.failure}: ${reply.text}`)
  return (reply.text ? bodyOf<Body>(reply) : null) as Body
}

const word = (text: string) => new Uint8Array(templateFile({ body: paragraph(text) }))
const pdf = (text: string) => new Uint8Array(Buffer.from(`%PDF-1.7\n${text}\n%%EOF\n`))
const colleague = { displayName: 'Bilal Khan', email: 'bilal@upgrade.example', password: 'seven silver seas' }

/** A company's work of all kinds, done by calls of the last release's own; answers what a program's token is. */
export async function fill(office: Place): Promise<string> {
  await settle(office)
  const parties = await contacts(office)
  const [karachi, felixstowe] = [await port(office, 'Karachi'), await port(office, 'Felixstowe')]
  await ask(office, 'POST', '/api/port', { name: 'Dry Port of Sialkot', code: 'PKSDP', countryId: 'PK' })
  const template = await templates(office)
  const master = await ask<Job>(office, 'POST', '/api/shipment', { name: 'Consolidation of week 48' })
  for (let number = 0; number < 12; number += 1) {
    const job = await jobOf(office, number, master.id, [karachi.id, felixstowe.id])
    for (const [at, role] of listedRoles.entries())
      if (at <= number % 6) await link(office, job.id, role, parties[(at + number) % parties.length] ?? '')
    await cargo(office, job)
    await charges(office, job, number)
    await papers(office, job, template, number)
    await mails(office, job, template)
  }
  const { token } = await ask<{ token: string }>(office, 'POST', '/api/apitoken', {
    name: 'Accounts',
    role: 'administrator',
  })
  return token
}

async function settle(office: Place): Promise<void> {
  await ask(office, 'PUT', '/api/company', {
    ...{
      currency: 'GBP',
      timeZone: 'Europe/London',
      taxNumber: 'GB 123 4567 89',
      iban: 'GB33BUKB20201555555555',
    },
    tradingTerms: 'All business is done under the conditions of BIFA.',
  })
  await ask(
    office,
    'PUT',
    '/api/company/logo',
    formOf({ name: 'logo.jpg', content: new Uint8Array(smallJpeg()) }, {}),
  )
  await ask(office, 'POST', '/api/register/adduser', { ...colleague, role: 'staff' })
  const { accessToken: token } = await signIn(office.url, colleague)
  const his = { url: office.url, token }
  const [waiting] = await ask<WaitingInvitation[]>(his, 'GET', '/api/register/invitation')
  await ask(his, 'POST', `/api/register/invitation/${waiting?.id}/accept`)
  await ask(his, 'PUT', '/api/preferences', {
    jobViews: [{ id: crypto.randomUUID(), name: 'By sea', address: 'mode=0' }],
  })
  await ask(office, 'POST', '/api/register/adduser', {
    ...{ displayName: 'Sana Mir', email: 'sana@upgrade.example', password: 'seven silver seas' },
    role: 'viewer',
  })
}

async function contacts(office: Place): Promise<string[]> {
  const names = [
    'Hengxin Textiles',
    'Côte d’Azur Négoce',
    'Müller & Söhne',
    'Maersk  Line',
    'Indus\tClearing',
  ]
  const parties: string[] = []
  for (const [at, name] of names.entries()) {
    const contact = {
      ...{
        street: `${at + 1} Harbour Road`,
        city: 'Karachi',
        countryId: 'PK',
        email: `desk${at}@trader.example`,
      },
      ...{ telephone: `+92 21 111 ${at}`, website: 'https://www.trader.example' },
    }
    const made = await ask<Organisation>(office, 'POST', '/api/organisation', {
      ...{ name, description: 'Trader', contactName: 'Ms Li', organisationContacts: [{ contact }] },
    })
    await ask(office, 'PUT', '/api/organisation', { id: made.id, description: 'Trader since 1987' })
    parties.push(made.parties[0]?.id ?? '')
  }
  const gone = await ask<Organisation>(office, 'POST', '/api/organisation', { name: 'Entered twice' })
  await ask(office, 'DELETE', `/api/organisation/${gone.id}`)
  return parties
}

async function port(office: Place, name: string): Promise<Port> {
  const [found] = await ask<Port[]>(office, 'GET', `/api/port/${name}`)
  if (!found) throw new Error(`There is no port ${name}.`)
  return found
}

async function templates(office: Place): Promise<DocumentTemplate> {
  const file = { name: 'Advice.dotx', content: word('{{Shipment.JobId}} {{Shipment.Name}} {{Shipment.ETD}}') }
  const made = await ask<DocumentTemplate>(office, 'POST', '/api/documenttemplate', formOf(file, {}))
  const newer = { ...file, content: word('Job {{Shipment.JobId}}: {{Shipment.Name}}, {{Shipment.ETD}}') }
  const path = '/api/documenttemplate/updatedoctemplatecontent'
  await ask(office, 'PUT', path, formOf(newer, { documentTemplateId: made.id }))
  const gone = await ask<DocumentTemplate>(
    office,
    'POST',
    '/api/documenttemplate',
    formOf({ ...file, name: 'Gone.dotx' }, {}),
  )
  await ask(office, 'DELETE', `/api/documenttemplate/${gone.id}`)
  await ask(office, 'POST', '/api/mailtemplate', {
    ...{ name: 'Our own words', purpose: 'other', subject: 'Job {{Shipment.JobId}}' },
    ...{ text: 'Dear customer,\n\nyour cargo leaves on {{Shipment.ETD}}.', to: ['customer'], cc: ['agent'] },
    ...{ stamp: null, documentTemplateIds: [made.id] },
  })
  return made
}

async function jobOf(office: Place, number: number, master: string, ports: [string, string]): Promise<Job> {
  const { id } = await ask<Job>(office, 'POST', '/api/shipment')
  const [loadingPortId, dischargePortId] = ports
  const fields = {
    ...{
      name: `Cotton  yarn ${number}`,
      vesselName: 'Ever Given',
      etd: `2026-12-${10 + number}`,
      eta: '2027-01-20',
    },
    ...{
      hbl: `HBL-${number}`,
      mbl: 'MAEU 123',
      grossWeight: 1200.5 + number,
      volume: 12.25,
      commodity: 'Yarn',
    },
    ...{
      customerInstructions: 'Line one\nline “two”',
      ...(number % 3 === 0 && { masterShipmentId: master }),
    },
    quote: { transportMode: number % 3, loadType: number % 2, loadingPortId, dischargePortId },
  }
  const saved = await ask<Job>(office, 'PUT', '/api/shipment', { id, ...fields })
  // A second change of the same fields: history of more than one step.
  await ask(office, 'PUT', '/api/shipment', { id, vesselName: 'Ever Glory', etd: null })
  return saved
}

async function link(office: Place, shipmentId: string, role: ListedRole, party: string): Promise<void> {
  const { path, field } = partyWire[role]
  await ask(office, 'POST', path, { shipmentId, [field]: party })
}

async function cargo(office: Place, { id: shipmentId }: Job): Promise<void> {
  for (const name of ['Cotton yarn', 'Bed linen']) {
    const fields = { quantity: 3, modeOfPacking: 13, grossWeight: 0.1, weightUnit: 0, numberOfPacks: 7 }
    await ask(office, 'POST', '/api/item', { shipmentId, name, ...fields })
  }
  const wrong = await ask<Item>(office, 'POST', '/api/item', { shipmentId, name: 'Not ours' })
  await ask(office, 'DELETE', `/api/item/${wrong.id}`)
  const note = await ask<Note>(office, 'POST', '/api/note', {
    shipmentId,
    text: 'The haulier comes at noon.',
  })
  await ask(office, 'PUT', '/api/note', { id: note.id, text: 'The haulier comes at one.' })
}

async function charges(office: Place, { quote }: Job, number: number): Promise<void> {
  await ask(office, 'PUT', '/api/finance', {
    id: quote.financeId,
    originCharge: { currency: 'PKR', exchangeRate: 0.0028, thc: 18_500.5 },
    freightCharge: { currency: 'USD', exchangeRate: 0.79, lcl: 0.1 + number, otherFreightCharges: 0.2 },
    destinationCharge: { thc: 0.1, splitting: 0.2 },
  })
  if (number % 4 === 0) await ask(office, 'PUT', '/api/finance', { id: quote.financeId, total: 1234.56 })
}

async function papers(
  office: Place,
  { id: shipmentId }: Job,
  template: DocumentTemplate,
  number: number,
): Promise<void> {
  const attach = (name: string, content: Uint8Array<ArrayBuffer>) =>
    ask<Document>(office, 'POST', '/api/document', formOf({ name, content }, { shipmentId }))
  const invoice = await attach('Invoice.pdf', pdf(`Invoice ${number}`))
  const changed = formOf(
    { name: 'Invoice.pdf', content: pdf(`Invoice ${number}, corrected`) },
    { documentId: invoice.id },
  )
  await ask(office, 'PUT', '/api/document/updatedocumentcontent', changed)
  const gone = await attach('Wrong file.pdf', pdf('Somebody else’s'))
  await ask(office, 'DELETE', `/api/document/${gone.id}`)
  const message = `From: a@trader.example\r\nTo: b@x.example\r\nSubject: Cargo ready ${number}\r\nMessage-ID: <${number}@trader.example>\r\n\r\nIt is ready.\r\n`
  await attach('Cargo ready.eml', new Uint8Array(Buffer.from(message)))
  const path = `/api/documenttemplate/generatedocument?shipmentId=${shipmentId}`
  await ask(office, 'POST', path, { id: template.id, format: 'word' })
  // From now on the paper is outdated.
  if (number % 2 === 0)
    await ask(office, 'PUT', '/api/shipment', { id: shipmentId, name: `Cotton yarn, lot ${number}` })
}

async function mails(office: Place, { id: shipmentId }: Job, template: DocumentTemplate): Promise<void> {
  const mail = {
    ...{ id: crypto.randomUUID(), shipmentId, to: [{ name: 'Ann Lee', address: 'ann@customer.example' }] },
    ...{ cc: [{ address: 'desk@customer.example' }], subject: 'Arrival notice', text: 'The goods are here.' },
    attachments: [{ templateId: template.id, format: 'word' }],
  }
  await ask<Mail>(office, 'POST', '/api/mail', mail)
}
