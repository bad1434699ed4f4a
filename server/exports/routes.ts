import { exportItems } from '#contract/items.ts'
import { exportOrganisations } from '#contract/organisations.ts'
import { companyDay } from '#server/records/day-records.ts'
import { requireJob } from '#server/records/require-job.ts'
import type { Api } from '#server/route.ts'
import { searchText } from '#server/search-text.ts'
import { sendSheet } from '#server/sheets/send-sheet.ts'
import { contactPieces, contactSheetColumns } from './contacts.ts'
import { itemPieces, itemSheetColumns } from './items.ts'

export function exportRoutes(api: Api): void {
  api.bindWithoutTransaction(exportOrganisations, async (asUser, { body, reply }) => {
    const search = body.search === undefined ? undefined : searchText(body.search)
    const day = await asUser(({ db }) => companyDay(db))
    const pieces = contactPieces(asUser, search)
    const { format } = body
    return sendSheet(reply, { name: 'Contacts', columns: contactSheetColumns, pieces }, { format, day })
  })

  api.bindWithoutTransaction(exportItems, async (asUser, { body, reply }) => {
    const { shipmentId, format } = body
    const day = await asUser(async session => {
      await requireJob(session, shipmentId)
      return companyDay(session.db)
    })
    const pieces = itemPieces(asUser, shipmentId)
    return sendSheet(reply, { name: 'Items', columns: itemSheetColumns, pieces }, { format, day })
  })
}
