import { chargedOf } from '#contract/chargeable-weight.ts'
import { CostSplit } from '#contract/choices.ts'
import { consolidationName, type MasterProposal } from '#contract/consolidations.ts'
import { splitCost, splitWeight } from '#contract/cost-split.ts'
import { decimalsOf } from '#contract/currency-decimals.ts'
import { sum } from '#contract/decimals.ts'
import { payable } from '#contract/finance-totals.ts'
import type { FittingHouse, HouseList } from '#contract/houses.ts'
import { cubicMetersIn, inFirstUnit, kilogramsIn, type UnitFactors } from '#contract/units.ts'
import type { Session } from '#server/db/db.ts'
import { invalid, notFound } from '#server/errors.ts'
import { withTotals } from '#server/finance/totals.ts'
import { unknownJobs } from '#server/jobs/chosen-records.ts'
import { requireJob } from '#server/records/require-job.ts'
import type { Page } from '#server/route.ts'
import { selectProposal } from './proposal-records.ts'
import * as records from './records.ts'

const PAGE_SIZE = 50

type FittingQuery = { search?: string | undefined; offset?: number | undefined; limit?: number | undefined }

type Figures = Pick<records.StoredHouse, 'grossWeight' | 'weightUnit' | 'volume' | 'volumeUnit'>

const figure = (factors: UnitFactors, value: number | null, unit: number | null) =>
  value === null ? null : inFirstUnit(factors, value, unit)

const inFirstUnits = ({ grossWeight, weightUnit, volume, volumeUnit }: Figures) => ({
  kilograms: figure(kilogramsIn, grossWeight, weightUnit),
  cubicMetres: figure(cubicMetersIn, volume, volumeUnit),
})

/** What each house bears of an amount; null while it is not split, or where nothing says in which proportion. */
function sharesOf(
  basis: number | null,
  houses: readonly records.StoredHouse[],
  { amount, currency }: { amount: number | null; currency: string },
): (number | null)[] {
  const none = houses.map(() => null)
  if (basis === null) return none
  if (basis === CostSplit.byHand) return houses.map(house => house.costShareByHand)
  if (amount === null) return none
  const weights = houses.map(house => splitWeight(basis, house))
  return splitCost(amount, weights, decimalsOf(currency)) ?? none
}

/**
 * The houses of a job with their cargo in kilograms and cubic metres and their shares of its costs; 404 where there is no
 * such job.
 */
export async function loadHouses({ db, accountId }: Session, masterId: string): Promise<HouseList> {
  const found = await records.selectHouses(db, accountId, masterId)
  if (!found) throw notFound('job')
  const { houseCount: total, houses, basis, transportMode, currency } = found
  const amount = payable(withTotals(found))
  // The shares of some of the houses would be too large.
  const isSplit = basis !== null && total <= houses.length
  const shares = sharesOf(isSplit ? basis : null, houses, { amount, currency })
  return {
    total,
    houses: houses.map((house, index) => ({
      ...house,
      ...inFirstUnits(house),
      chargeable: chargedOf(house, transportMode),
      costShare: shares[index] ?? null,
    })),
    costs: {
      ...{ basis, amount, currency },
      leftOver: isSplit && amount !== null ? sum([amount, ...shares.map(share => -(share ?? 0))]) : null,
    },
  }
}

/** One page of the jobs that may become houses of a job; 404 where there is no such job. */
export async function listFitting(
  session: Session,
  masterId: string,
  { search = '', offset = 0, limit = PAGE_SIZE }: FittingQuery,
): Promise<Page<FittingHouse>> {
  const { db, accountId } = session
  await requireJob(session, masterId)
  const asked = { search: search.trim(), offset, limit }
  const { rows, total } = await records.selectFittingHouses(db, accountId, masterId, asked)
  return {
    total,
    rows: rows.map(({ grossWeight, weightUnit, volume, volumeUnit, ...row }) => ({
      ...row,
      ...inFirstUnits({ grossWeight, weightUnit, volume, volumeUnit }),
    })),
  }
}

/** What jobs have in common that a new master of them would be made with; 400 where one of them is not there. */
export async function proposeMaster(
  { db, accountId }: Session,
  shipmentIds: readonly string[],
): Promise<MasterProposal> {
  const [unknown] = await unknownJobs(db, accountId, shipmentIds)
  if (unknown !== undefined)
    throw invalid(`shipmentIds.${shipmentIds.indexOf(unknown)}`, 'There is no such job.')
  const found = await selectProposal(db, accountId, shipmentIds)
  if (!found) throw notFound('job')
  const { from, to, ...proposal } = found
  return { ...proposal, name: consolidationName({ from, to, etd: proposal.etd }) }
}
