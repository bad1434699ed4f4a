import { fieldNames } from '#contract/field.ts'
import { type Organisation, organisationFields, organisationLabels } from '#contract/organisations.ts'
import { isOneOf, keysOf } from '#contract/typed-objects.ts'
import type { AsUser } from '#server/route.ts'
import type { Cell, SheetColumn } from '#server/sheets/cells.ts'
import { ROWS_OF_PIECE } from '#server/sheets/send-sheet.ts'
import { countryName } from '#server/organisations/countries.ts'
import { organisationIds, organisationsOf } from './contact-records.ts'

const names = keysOf(organisationLabels)
const ownNames = fieldNames(organisationFields)

/** The id at the end, by which the contact is found again however its name was changed. */
export const contactSheetColumns: readonly SheetColumn[] = [
  ...names.map(name => ({ heading: organisationLabels[name], kind: 'text' as const })),
  { heading: 'Id', kind: 'text' },
]

function cellsOf(organisation: Organisation): Cell[] {
  const { id, organisationContacts } = organisation
  const address = organisationContacts[0]?.contact
  return [
    ...names.map(field => {
      if (isOneOf(ownNames, field)) return organisation[field]
      const value = address?.[field as Exclude<keyof NonNullable<typeof address>, 'id'>] ?? null
      return field === 'countryId' && value !== null ? (countryName(value) ?? value) : value
    }),
    id,
  ]
}

export async function* contactPieces(asUser: AsUser, search: string | undefined): AsyncGenerator<Cell[][]> {
  const ids = await asUser(({ db, accountId }) => organisationIds(db, accountId, search))
  for (let from = 0; from < ids.length; from += ROWS_OF_PIECE) {
    const some = ids.slice(from, from + ROWS_OF_PIECE)
    const found = await asUser(({ db, accountId }) => organisationsOf(db, accountId, some))
    yield found.map(cellsOf)
  }
}
