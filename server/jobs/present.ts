import type { Job, JobRow } from '#contract/jobs.ts'
import { partyRoles, partyWire, type Party, type PartyRole } from '#contract/parties.ts'

type Links = Pick<
  Job,
  'shipmentConsignees' | 'shipmentShipers' | 'shipmentAgents' | 'shipmentCarriers' | 'shipmentClearingAgents'
>

/** A company's part on a job as the database gives it. */
export type StoredPart<P> = { id: string; role: PartyRole; partyId: string; party: P }

/** The five lists of a job's links from its parts; a role that nobody plays is an empty list. */
export function linkLists(shipmentId: string, parts: readonly StoredPart<Party | null>[]): Links {
  const lists = Object.fromEntries(partyRoles.map(role => [partyWire[role].list, []])) as unknown as Record<
    string,
    unknown[]
  >
  for (const { id, role, partyId, party } of parts) {
    const { list, field } = partyWire[role]
    lists[list]?.push({ id, shipmentId, [field]: partyId, party })
  }
  return lists as unknown as Links
}

export const briefLinkLists = linkLists as unknown as (
  shipmentId: string,
  parts: readonly StoredPart<unknown>[],
) => Pick<JobRow, keyof Links>

type FlatJob = Job['quote'] & Pick<Job, 'id' | 'version' | 'jobId' | 'shipmentDate'>

/** Moves the quote's fields, which stand in the job's own row, into the quote that the wire has. */
export function withQuote<Row extends FlatJob>(row: Row) {
  const {
    commodity,
    transportMode,
    quoteType,
    clType,
    loadingPortId,
    viaPortId,
    dischargePortId,
    destinationPortId,
    loadingPort,
    viaPort,
    dischargePort,
    destinationPort,
    financeId,
    ...job
  } = row
  return {
    ...job,
    quote: {
      commodity,
      transportMode,
      quoteType,
      clType,
      loadingPortId,
      viaPortId,
      dischargePortId,
      destinationPortId,
      loadingPort,
      viaPort,
      dischargePort,
      destinationPort,
      financeId,
    },
  }
}
