import type { Page } from '@playwright/test'
import type { Job } from '#contract/jobs.ts'
import type { Organisation } from '#contract/organisations.ts'
import type { Port } from '#contract/ports.ts'
import { type CompanyApi, newCompany } from './company.ts'

/** The dashboard's column titles in the order of the specification. */
export const titles = [
  'Id',
  'Name',
  'Status',
  'Consignee',
  'Transport Mode',
  'Load Type',
  'ETD',
  'ETA',
  'Shipper',
  'Agent',
  'Carrier',
  'Commodity',
  'Quote Type',
  'Loading Port',
  'Destination Port',
  'Via Port',
  'Discharge Port',
  'Gross Weight',
  'Net Weight',
  'Volume',
  'No. of Packages',
  'MBL',
  'HBL',
  'IGM',
  'Index Number',
  'Shed Number',
]

const names = ['Orwell Furnishings', 'Indus Textiles', 'Deccan Forwarding', 'Northern Star Line'] as const

/** A new company with its jobs 1 to `count`: of 1 every field is filled, of 2 a few, the others have names alone. */
export async function companyWithJobs(page: Page, count: number): Promise<CompanyApi> {
  const company = await newCompany(page)
  const makeJob = () => company.call<Job>('POST', '/api/shipment')
  const [full, second] = [await makeJob(), await makeJob()]
  const party = async (name: string) => {
    const { parties } = await company.call<Organisation>('POST', '/api/organisation', { name })
    return parties[0]?.id
  }
  const port = async (name: string) => {
    const found = await company.call<Port[]>('GET', `/api/port/${encodeURIComponent(name)}`)
    return found.find(one => one.name === name)?.id
  }
  const [consigneeId, shipperId, agentId, carrierId] = await Promise.all(names.map(party))
  const [loadingPortId, viaPortId, dischargePortId, destinationPortId] = await Promise.all(
    ['Karachi', 'Singapore', 'Rotterdam', 'Felixstowe'].map(port),
  )
  await company.call('PUT', '/api/shipment', {
    id: full.id,
    name: 'Bed linen for Orwell',
    statusId: 2,
    direction: 1,
    etd: '2026-12-03',
    eta: '2027-01-09',
    grossWeight: 4250.5,
    netWeight: 4100,
    weightUnit: 0,
    volume: 31.2,
    volumeUnit: 0,
    numberOfPackages: 1120,
    mbl: 'MBL-777',
    hbl: 'HBL-778',
    igm: 'IGM-12/2026',
    indexNumber: 'X-41',
    shedNumber: 'Shed 9',
    masterShipmentId: second.id,
    quote: {
      commodity: 'Cotton bed linen',
      transportMode: 2,
      quoteType: 1,
      clType: 1,
      loadingPortId,
      viaPortId,
      dischargePortId,
      destinationPortId,
    },
    shipmentConsignees: [{ consigneeId }],
    shipmentShipers: [{ shipperId }],
    shipmentAgents: [{ agentId }],
    shipmentCarriers: [{ carrierId }],
  })
  await company.call('PUT', '/api/shipment', {
    id: second.id,
    name: 'Consolidation in March',
    statusId: 0,
    direction: 0,
    etd: '2027-03-01',
    eta: '2027-03-02',
    quote: { transportMode: 0, quoteType: 0, clType: 0 },
  })
  for (let made = 2; made < count; made += 1) {
    const { id, jobId } = await makeJob()
    // The last job made stays as it was made.
    if (jobId < count) await company.call('PUT', '/api/shipment', { id, name: `Plain job ${jobId}` })
  }
  return company
}

export const grid = (page: Page) => page.getByRole('grid', { name: 'Jobs' })
export const rows = (page: Page) => grid(page).locator('tr[data-index]')
export const headers = (page: Page) => grid(page).getByRole('columnheader')
/** The Job Ids on the page, from above. */
export const jobNumbers = async (page: Page) =>
  (await rows(page).locator('td:first-child').allInnerTexts()).map(Number)
export const count = (page: Page) => page.locator('.pager__count')

export async function openDashboard(page: Page, search = ''): Promise<void> {
  await page.goto(`/webapp${search}`)
  await rows(page).first().waitFor()
}
