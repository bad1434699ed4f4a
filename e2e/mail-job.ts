import type { Job } from '#contract/jobs.ts'
import type { Organisation } from '#contract/organisations.ts'
import { partyWire, type ListedRole } from '#contract/parties.ts'
import type { CompanyApi } from './company.ts'

/** A job whose consignee and agent can be written to, and whose carrier cannot. */
export async function jobWithParties(api: CompanyApi): Promise<Job> {
  const { id } = await api.call<Job>('POST', '/api/shipment')
  const add = async (role: ListedRole, organisation: object) => {
    const made = await api.call<Organisation>('POST', '/api/organisation', organisation)
    const { path, field } = partyWire[role]
    await api.call('POST', path, { shipmentId: id, [field]: made.parties[0]?.id })
  }
  await api.call('PUT', '/api/shipment', {
    id,
    name: 'Cotton yarn to Hamburg',
    hbl: 'LDG-4711',
    mbl: 'MEDU123456',
    vesselName: 'Ocean Meridian',
    etd: '2026-11-12',
    eta: '2026-12-03',
    grossWeight: 18450.5,
    weightUnit: 0,
    numberOfPackages: 420,
    quote: { commodity: 'Cotton yarn', transportMode: 2, quoteType: 2 },
  })
  await add('consignee', {
    name: 'Indus Textiles GmbH',
    contactName: 'Sana Mir',
    organisationContacts: [
      { contact: { email: 'sana@indus.example', city: 'Hamburg' } },
      { contact: { name: 'Ali Raza', role: 'Customs', email: 'ali@indus.example' } },
    ],
  })
  await add('agent', {
    name: 'Elbe Agency',
    contactName: 'Jan Petersen',
    organisationContacts: [{ contact: { email: 'jan@elbe.example' } }],
  })
  await add('carrier', { name: 'Meridian Lines' })
  return api.call<Job>('GET', `/api/shipment/${id}?stakeholder=true`)
}
