import { field, type Fields } from '#contract/field.ts'
import { currency } from '#contract/finance.ts'
import {
  chargeLines,
  type ChargeSection,
  chargeSectionLabels,
  chargeSections,
} from '#contract/finance-sections.ts'
import { amount } from '#contract/values.ts'
import type { Session } from '#server/db/db.ts'
import { loadJob } from '#server/jobs/commands.ts'
import {
  earlierValues,
  nothingToRestore,
  type FormerValues,
  type RecordKind,
  type Restore,
  restorableFields,
  historyOnly,
} from '#server/records/describe.ts'
import { chargeColumns, chargeTables } from './columns.ts'
import { saveFinance } from './commands.ts'

/** Of a change that the product made to a total that nobody typed, by adding it up otherwise. */
const SUMMED_TOTAL = 'summed_total'

const sectionOf = (table: string): ChargeSection | undefined =>
  chargeSections.find(section => chargeTables[section] === table)

/** The part of a finance's body that says these values; an empty total is the sum again. */
function financeInputOf(table: string, values: FormerValues): object {
  const said = Object.fromEntries(values)
  const typed = 'total' in said ? { ...said, totalIsTyped: said['total'] !== null } : said
  const section = sectionOf(table)
  return section ? { [section]: typed } : typed
}

async function saveInputs(
  session: Session,
  jobId: string,
  inputs: readonly object[],
  ifMatch: number | undefined,
): Promise<number> {
  const { quote } = await loadJob(session, jobId, false)
  const { version } = await saveFinance(session, Object.assign({ id: quote.financeId }, ...inputs), ifMatch)
  return version
}

// Total and sections are one save, so that none is refused because of another.
const withJob: Restore['withJob'] = {
  bringBack: async (session, jobId, records) => {
    const inputs = records.map(record => financeInputOf(record.kind.table, earlierValues(record)))
    await saveInputs(session, jobId, inputs, undefined)
    return {}
  },
}

const restoreOf = (table: string, type: string): Restore => ({
  permission: 'jobs:write',
  values: async (session, { recordId: id, jobId }, old, ifMatch) => {
    if (!jobId) throw nothingToRestore()
    const version = await saveInputs(session, jobId, [financeInputOf(table, old)], ifMatch)
    return { record: { type, id }, version }
  },
  withJob,
})

const ownFields = { total: field('Total', amount) }

const financeRecord: RecordKind = {
  table: 'finances',
  type: 'finance',
  label: 'Finance',
  name: null,
  fields: {
    ...restorableFields(ownFields, { total: 'total' }),
    // Nobody entered it: there is nothing to put back.
    [SUMMED_TOTAL]: historyOnly('summedTotal', 'Finance Total'),
  },
  restore: restoreOf('finances', 'finance'),
  wording: {
    place: () => 'in the charges',
    comesWithAnother: () => true,
    // A whole sentence: what happened to the total was nobody's doing.
    words: ({ changes, touched: [total] }) =>
      changes[SUMMED_TOTAL] && total
        ? `changed the Finance Total from ${total.oldText} to ${total.newText}: Freight Charges are now added up too`
        : null,
  },
}

function chargeRecord(section: ChargeSection): RecordKind {
  const lines = Object.entries(chargeLines[section]).map(([line, label]) => [line, field(label, amount)])
  const fields: Fields = {
    ...Object.fromEntries(lines),
    fscBasis: field('FSC Basis', amount, 'surchargeBasis'),
    sscBasis: field('SSC Basis', amount, 'surchargeBasis'),
    ...ownFields,
    currency: field('Currency', currency),
    exchangeRate: field('Exchange Rate', amount),
  }
  return {
    table: chargeTables[section],
    type: section,
    label: chargeSectionLabels[section],
    name: null,
    fields: restorableFields(fields, chargeColumns[section]),
    restore: restoreOf(chargeTables[section], section),
    wording: { place: () => `in ${chargeSectionLabels[section]}`, comesWithAnother: () => true },
  }
}

export const financeRecords: readonly RecordKind[] = [financeRecord, ...chargeSections.map(chargeRecord)]
