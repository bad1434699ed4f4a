import type { ImportReport, ImportSettings } from '#contract/imports.ts'
import { continueImport } from '#server/imports/carrying-out.ts'
import { type buildCompany, formWithFile } from './factories.ts'
import type { testProduct } from './test-company.ts'

type Company = Pick<Awaited<ReturnType<typeof buildCompany>>, 'call' | 'membership'>
type Sent = { kind: string; shipmentId?: string }

/** Spreadsheets on their way in, by the API's own calls; what the background does is done by hand. */
export function importing({ database }: Pick<ReturnType<typeof testProduct>['product'], 'database'>) {
  const read = (by: Company, file: { name: string; content: string | Uint8Array }, fields: Sent) => {
    const { payload, headers } = formWithFile(file, { id: crypto.randomUUID(), ...fields })
    return by.call<ImportReport>('POST', '/api/import', payload, headers)
  }

  const preview = async (by: Company, report: ImportReport, change: Partial<ImportSettings> = {}) => {
    const settings = { ...report.settings, ...change }
    return (await by.call<ImportReport>('PUT', `/api/import/${report.id}`, settings)).body
  }

  async function workOff(by: Company, { id }: Pick<ImportReport, 'id'>): Promise<ImportReport> {
    const { account, user } = by.membership
    const look = async () => (await by.call<ImportReport>('GET', `/api/import/${id}`)).body
    let report = await look()
    for (; report.state === 'underWay' || report.state === 'undoing'; report = await look())
      await continueImport(database, { account: account.id, import: id, person: user.id })
    return report
  }

  const carriedOut = (what: 'begin' | 'undo') => async (by: Company, report: ImportReport) => {
    const { status } = await by.call<ImportReport>('POST', `/api/import/${report.id}/${what}`)
    if (status !== 200) throw new Error(`${what} was refused with ${status}.`)
    return workOff(by, report)
  }

  return { read, preview, workOff, done: carriedOut('begin'), undone: carriedOut('undo') }
}
