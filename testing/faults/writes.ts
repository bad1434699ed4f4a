import { createHash, randomBytes } from 'node:crypto'

/** What a client asks to be kept. `version` marks every value of one save, so that half a save is seen as such. */
export type Write =
  | { what: 'job'; job: string }
  | { what: 'details'; job: string; version: number; party: string; port: string }
  | { what: 'charges'; job: string; version: number }
  | { what: 'agent'; job: string; party: string }
  | { what: 'item'; job: string; item: string; version: number }
  | { what: 'file'; job: string; document: string; name: string; size: number; sha256: string }
  | { what: 'paper'; job: string; name: string }
  | { what: 'mail'; job: string; mail: string; version: number }

export type WriteKind = Write['what']

/** What the answer added to what was asked for. */
export type Kept = {
  /** Of a new job. */
  number?: number
  financeId?: string
  /** Of a generated document: its id, and its size in bytes. */
  document?: string
  size?: number
}

const LONG_TEXT_WORDS = 300
const DAYS_OF_A_MONTH = 28

/** The values of one save of a job's own fields and quote; all of them differ from one version to the next. */
export function detailsOf(version: number) {
  return {
    name: `Save ${version}`,
    vesselName: `Vessel ${version}`,
    customerInstructions: Array.from({ length: LONG_TEXT_WORDS }, () => `word${version}`).join(' '),
    grossWeight: version + 0.25,
    numberOfPackages: version,
    mbl: `MBL${version}`,
    eta: `2027-01-${String(1 + (version % DAYS_OF_A_MONTH)).padStart(2, '0')}`,
  }
}

export const commodityOf = (version: number) => `Goods ${version}`

/** Three sections of charges, each in a table of its own. */
export const chargesOf = (version: number) => ({
  originCharge: { pickUp: version, handling: version + 1 },
  freightCharge: { lcl: version + 2 },
  destinationCharge: { deliveryOrder: version + 3, insurance: version + 4 },
})

export const itemOf = (version: number) => ({
  name: `Item ${version}`,
  description: `Cartons of version ${version}`,
  quantity: version,
  grossWeight: version + 0.5,
})

export const mailOf = (mail: string, version: number) => ({
  to: [{ address: recipientOf(mail) }],
  subject: `Mail ${version}`,
  text: `This is mail ${version}.`,
})

/** Each mail has a recipient of its own, by which the mail server tells whose it is. */
export const recipientOf = (mail: string) => `${mail}@customers.example`

export function newContent(size: number): { content: Buffer; size: number; sha256: string } {
  const content = randomBytes(size)
  return { content, size, sha256: sha256Of(content) }
}

export const sha256Of = (content: Uint8Array) => createHash('sha256').update(content).digest('hex')
