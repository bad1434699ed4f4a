import type { FieldValues } from '#server/word/language/known-fields.ts'
import { catalogue } from '#server/templates/fields/catalogue.ts'
import { groupOf } from '#server/templates/fields/field-groups.ts'
import { isFilledByHand } from '#server/templates/fields/field-places.ts'
import { isBlank } from '#server/templates/fields/field-text.ts'
import type { Missing } from './missing.ts'

/** What every job has from its first day, and what is nobody's entry. */
const givenOfItself =
  /^((Shipment|Bills)\.(JobId|Status|Owner|OwnerEmail|ShipmentDate|ChargeableWeight)|BillTotals\.Count|(.+\.)?(Currency|ExchangeRate|Number))$/

const sums = /^((Item|Bill)Totals\..+|(Finance|.+Charge)\.Total)$/
const ofCharges = /^(Finance|.+Charge)\./
const chargeLine = /Charge\.(?!(Total|Currency|ExchangeRate)$)/

export const emptyJob: Missing = {
  label: 'Job',
  message: 'No details of the job would be printed',
  place: { screen: 'details', field: 'name' },
}

/** Whether all that would be printed of the job is blank, or 0. */
export function printsNothingOfJob(printed: ReadonlySet<string>, values: FieldValues): boolean {
  const isOfJob = (name: string) =>
    (isFilledByHand(name) || groupOf(name) === 'BillTotals') &&
    groupOf(name) !== 'Company' &&
    !givenOfItself.test(name)
  const names = [...printed].filter(isOfJob)
  const hasCharges = () =>
    Object.entries(values.fields).some(([name, value]) => chargeLine.test(name) && !isBlank(value))
  // A 0 that nobody entered is the sum of nothing.
  const isSumOfNothing = (name: string) => sums.test(name) && !(ofCharges.test(name) && hasCharges())
  const says = (value: FieldValues['fields'][string], name = '') =>
    !isBlank(value) && (value !== 0 || !isSumOfNothing(name))
  const isSaid = names.some(name => {
    const list = Object.keys(values.lists).find(one => name.startsWith(`${one}.`))
    if (list === undefined) return says(values.fields[name], name)
    return values.lists[list]?.some(row => says(row[name.slice(list.length + 1)]))
  })
  return !isSaid
}

const everyName: ReadonlySet<string> = new Set([
  ...catalogue.fields.map(({ name }) => name),
  ...Object.entries(catalogue.lists).flatMap(([list, fields]) => fields.map(({ name }) => `${list}.${name}`)),
])

const houseNumbers: ReadonlySet<string> = new Set(['Shipment.HouseBl', 'Bills.HouseBl'])
const withoutHouseNumber: ReadonlySet<string> = new Set(
  [...everyName].filter(name => !houseNumbers.has(name)),
)

/** Whether nothing that any paper could print of the job is filled in; `isNumbered`: it gets its house number now. */
export const isJobEmpty = (values: FieldValues, { isNumbered }: { isNumbered: boolean }): boolean =>
  printsNothingOfJob(isNumbered ? withoutHouseNumber : everyName, values)
