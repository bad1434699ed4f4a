import {
  downloadLogo,
  getCompany,
  MAX_LOGO_BYTES,
  proposeTimeZone,
  removeLogo,
  updateCompany,
  uploadLogo,
} from '#contract/company.ts'
import { changeCompanyCurrency, getCompanyCurrency, undoCompanyCurrency } from '#contract/company-currency.ts'
import { listJobsOfHouseBl } from '#contract/jobs.ts'
import { withUpload } from '#server/documents/upload.ts'
import { sendFile } from '#server/files/downloads.ts'
import type { FileStore } from '#server/files/store.ts'
import type { Api } from '#server/route.ts'
import * as commands from './commands.ts'
import * as currency from './currency-commands.ts'
import { otherJobsOfHouseBl } from './house-number-commands.ts'
import { loadCompany } from './load-company.ts'
import * as timeZone from './time-zone-commands.ts'

export function companyRoutes(api: Api, { files }: { files: FileStore }): void {
  api.bind(getCompany, session => loadCompany(session))

  api.bind(updateCompany, (session, { body, ifMatch }) => commands.changeCompany(session, body, ifMatch))

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
