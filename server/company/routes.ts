import {
  downloadLogo,
  getCompany,
  MAX_LOGO_BYTES,
  proposeTimeZone,
  removeLogo,
  updateCompany,
  uploadLogo,
} from '#contract/company.ts'
import { getFirstSteps } from '#contract/first-steps.ts'
import { changeCompanyCurrency, getCompanyCurrency, undoCompanyCurrency } from '#contract/company-currency.ts'
import { listJobsOfHouseBl } from '#contract/jobs.ts'
import { withUpload } from '#server/documents/upload.ts'
import { sendFile } from '#server/files/downloads.ts'
import type { FileStore } from '#server/files/store.ts'
import type { Api, AsUser } from '#server/route.ts'
import * as commands from './commands.ts'
import { firstSteps } from './first-step-records.ts'
import * as currency from './currency-commands.ts'
import { otherJobsOfHouseBl } from './house-number-commands.ts'
import { loadCompany } from './load-company.ts'
import * as timeZone from './time-zone-commands.ts'

type CompanyDependencies = {
  files: FileStore
  /** Puts the starter templates that nobody has changed on the company's size of paper. */
  fitStarters: (asUser: AsUser) => Promise<void>
  /** The contents of the starter templates, by their hashes. */
  starterHashes: readonly string[]
}

export function companyRoutes(api: Api, { files, fitStarters, starterHashes }: CompanyDependencies): void {
  api.bind(getCompany, session => loadCompany(session))

  api.bindWithoutTransaction(updateCompany, async (asUser, { body, ifMatch }) => {
    const company = await asUser(session => commands.changeCompany(session, body, ifMatch))
    // Also where it was this size already: whoever tries again after a failure gets the rest.
    if (body.paperSize !== undefined) await fitStarters(asUser)
    return company
  })

  api.bind(getFirstSteps, ({ db, accountId }) => firstSteps(db, accountId, starterHashes))

  api.bind(getCompanyCurrency, session => currency.readCurrency(session))

  api.bind(changeCompanyCurrency, (session, { body, ifMatch }) =>
    currency.changeCurrency(session, body, ifMatch),
  )

  api.bind(undoCompanyCurrency, (session, { body, ifMatch }) =>
    currency.undoCurrency(session, body.id, ifMatch),
  )

  api.bind(listJobsOfHouseBl, (session, { params }) => otherJobsOfHouseBl(session, params.id))

  api.bind(proposeTimeZone, (session, { body }) => timeZone.proposeTimeZone(session, body.timeZone))

  api.bindWithoutTransaction(downloadLogo, async (asUser, { reply }) => {
    const { key, size, mediaType } = await asUser(commands.loadLogo)
    const name = mediaType === 'image/png' ? 'Logo.png' : 'Logo.jpg'
    return sendFile(reply, files, { key, name, size, mediaType, mayRunCode: false })
  })

  api.bindWithoutTransaction(uploadLogo, (asUser, { request, ifMatch }) =>
    withUpload({ files, uploadLimitBytes: MAX_LOGO_BYTES, asUser, request, endpoint: uploadLogo }, upload =>
      commands.replaceLogo(files, upload, ifMatch),
    ),
  )

  api.bind(removeLogo, (session, { ifMatch }) => commands.removeLogo(session, ifMatch))
}
