import { buffer } from 'node:stream/consumers'
import { type Company, type CompanyInput, MAX_LOGO_PIXELS } from '#contract/company.ts'
import { addressMistake } from '#contract/mail-addresses.ts'
import type { Session } from '#server/db/db.ts'
import type { Upload } from '#server/documents/upload.ts'
import { insertStartedUpload } from '#server/documents/upload-records.ts'
import { AppError, invalid, notFound } from '#server/errors.ts'
import { readPicture } from '#server/files/picture.ts'
import type { FileStore } from '#server/files/store.ts'
import { isCountry } from '#server/organisations/countries.ts'
import { requireCurrency } from '#server/finance/currencies.ts'
import { refuseOutdated } from '#server/records/versions.ts'
import { loadCompany } from './load-company.ts'
import * as records from './records.ts'
import { changeSeries } from './series-commands.ts'
import { requireTimeZone } from './time-zone-commands.ts'

/** Saves what the body mentions. */
export async function changeCompany(
  session: Session,
  input: CompanyInput,
  ifMatch: number | undefined,
): Promise<Company> {
  const { db, accountId } = session
  const stands = await lockForChange(session, ifMatch)
  if (input.countryId && !isCountry(input.countryId))
    throw invalid('countryId', `“${input.countryId}” is not the code of a country.`)
  requireCurrency('currency', input.currency, stands.currency)
  const emailMistake = input.email && input.email !== stands.email ? addressMistake(input.email) : null
  if (emailMistake) throw invalid('email', emailMistake)
  if (input.timeZone) await requireTimeZone(db, input.timeZone)
  if (input.currency && input.currency !== stands.currency && stands.isCurrencyFixed)
    throw new AppError(
      'in_use',
      `The currency stays ${stands.currency}: jobs have amounts in it, which would become ${input.currency} without ` +
        `being converted. Use Change Currency, which asks for the rate.`,
    )
  for (const [index, change] of (input.numberSeries ?? []).entries())
    await changeSeries(session, change, `numberSeries.${index}`)
  await records.updateCompany(db, accountId, input)
  return loadCompany(session)
}

/** The settings as they stand, locked until the transaction ends; 412 where they are not those that the caller read. */
export async function lockForChange(session: Session, ifMatch: number | undefined): Promise<Company> {
  const { db, accountId } = session
  const version = await records.lockCompany(db, accountId)
  const stands = await loadCompany(session)
  await refuseOutdated(ifMatch, {
    title: 'The company settings',
    isPlural: true,
    version,
    current: () => stands,
    changesSince: since => records.companyChangesSince(db, accountId, since),
  })
  return stands
}

export async function loadLogo({ db, accountId }: Session) {
  const { company, logoKey } = await records.getCompany(db, accountId)
  if (!company.logo || !logoKey) throw notFound('logo')
  return { ...company.logo, key: logoKey }
}

/** Keeps the picture that was sent as the logo. */
export async function replaceLogo(
  files: FileStore,
  upload: Pick<Upload<unknown>, 'key' | 'size' | 'save'>,
  ifMatch: number | undefined,
): Promise<Company> {
  const facts = readPicture(await buffer(await files.get(upload.key)))
  if (!facts)
    throw invalid(
      'afile',
      'This is not a complete PNG or JPEG picture. Save the logo as PNG and send it again.',
    )
  if (Math.max(facts.width, facts.height) > MAX_LOGO_PIXELS)
    throw invalid(
      'afile',
      `The picture is ${facts.width} × ${facts.height} pixels; make it at most ${MAX_LOGO_PIXELS} on each side.`,
    )
  return upload.save(async session => {
    await lockForChange(session, ifMatch)
    await putLogo(session, { ...facts, size: upload.size, key: upload.key })
    return { result: await loadCompany(session), kept: true }
  })
}

export async function removeLogo(session: Session, ifMatch: number | undefined): Promise<Company> {
  await lockForChange(session, ifMatch)
  await putLogo(session, null)
  return loadCompany(session)
}

// The earlier file counts as an upload that nobody finished, which the nightly purge deletes.
async function putLogo({ db, accountId }: Session, logo: Parameters<typeof records.replaceLogo>[2]) {
  const earlier = await records.replaceLogo(db, accountId, logo)
  if (earlier) await insertStartedUpload(db, accountId, earlier)
}
