import { Direction, LoadType, TransportMode } from '#contract/choices.ts'
import type { PartyRole } from '#contract/parties.ts'
import type { JobRows } from './bulk-records.ts'
import { fullLoad, inCubicMetres, inKilograms, linesOf, type Load, partLoad } from './cargo.ts'
import { airWaybill } from './carriers.ts'
import { chargesOf } from './charges.ts'
import type { SeedCompany } from './companies.ts'
import type { Dice } from './dice.ts'
import type { Goods } from './goods.ts'
import { type Lane, laneOf, type Transport, transportOf } from './lanes.ts'
import type { CountryId } from './places.ts'
import { scheduleOf } from './schedule.ts'

/** Whom the jobs are made of, and the days between which they were booked. */
export type Office = {
  accountId: string
  makers: Map<CountryId, SeedCompany[]>
  buyers: Map<CountryId, SeedCompany[]>
  agents: Map<CountryId, SeedCompany>
  carriers: Map<string, SeedCompany>
  portIds: Map<string, string>
  portNames: Map<string, string>
  /** Who may own jobs. */
  people: readonly string[]
  today: number
}

type Row<Table extends keyof JobRows> = JobRows[Table][number]
type Figures = { gross: number; net: number; volume: number; packages: number }

export type SeededJob = {
  figures: Figures
  finance: Row<'finances'>
  job: Row<'jobs'>
  parts: Row<'job_parties'>[]
  items: Row<'items'>[]
  origin: Row<'origin_charges'> | null
  freight: Row<'freight_charges'> | null
  destination: Row<'destination_charges'> | null
}

/** What a job has in common with the others of its consolidation. */
type Voyage = {
  lane: Lane
  transport: Transport
  bill: string | null
  schedule: ReturnType<typeof scheduleOf>
}
type Wanted = { jobNumber: number; booked: number; voyage?: Voyage; masterId?: string }

const roomOf = {
  [TransportMode.air]: { kilograms: 1600, litres: 9000, least: 0.05 },
  [TransportMode.road]: { kilograms: 21_000, litres: 70_000, least: 0.1 },
  [TransportMode.sea]: { kilograms: 8000, litres: 11_000, least: 0.1 },
}

export function voyageOf(dice: Dice, lane: Lane, days: { booked: number; today: number }): Voyage {
  const transport = transportOf(dice, lane.mode)
  const serial = dice.whole(1_000_000, 9_999_999)
  const bill =
    transport.billPrefix === null
      ? null
      : lane.mode === TransportMode.air
        ? airWaybill(transport.billPrefix, serial)
        : `${transport.billPrefix}${serial}${dice.whole(10, 99)}`
  return { lane, transport, bill, schedule: scheduleOf(dice, lane, days) }
}

/** Goods of the shipper that go by this mode. */
function goodsOf(dice: Dice, shipper: SeedCompany, mode: number): Goods {
  return dice.of(shipper.goods.filter(({ fliesToo }) => mode !== TransportMode.air || fliesToo))
}

/** One that makes something that goes by this mode. */
function shipperOf(dice: Dice, office: Office, { from, mode }: Lane): SeedCompany {
  const makers = office.makers.get(from) ?? []
  return dice.of(
    mode === TransportMode.air
      ? makers.filter(({ goods }) => goods.some(({ fliesToo }) => fliesToo))
      : makers,
  )
}

function loadOf(dice: Dice, lane: Lane, goods: Goods, isHouse: boolean): Load {
  const isFull = lane.mode === TransportMode.sea && !isHouse && dice.chance(0.55)
  if (isFull) return fullLoad(dice, goods)
  return partLoad(dice, goods, roomOf[lane.mode as keyof typeof roomOf])
}

/** A believable job: ports that suit its mode, dates in order, items that add up to what the job weighs. */
export function plausibleJob(
  dice: Dice,
  office: Office,
  { jobNumber, booked, voyage: given, masterId }: Wanted,
): SeededJob {
  const voyage = given ?? voyageOf(dice, laneOf(dice), { booked, today: office.today })
  const { lane } = voyage
  const shipper = shipperOf(dice, office, lane)
  const consignee = dice.of(office.buyers.get(lane.to) ?? [])
  const goods = goodsOf(dice, shipper, lane.mode)
  const load = loadOf(dice, lane, goods, masterId !== undefined)
  const lines = linesOf(dice, load)
  const total = (of: (line: (typeof lines)[number]) => number) =>
    lines.reduce((sum, line) => sum + of(line), 0)
  const figures = {
    gross: inKilograms(total(line => line.gross)),
    net: inKilograms(total(line => line.net)),
    volume: inCubicMetres(goods.litres * load.packs),
    packages: load.packs,
  }
  const name = `${goods.name} for ${consignee.organisation.name}`
  const head = jobHead(dice, office, { voyage, jobNumber, name, commodity: goods.name, figures })
  const quoteType = dice.whole(0, 2)
  const { id, finance_id: financeId } = head
  return {
    figures,
    finance: { account_id: office.accountId, id: financeId },
    job: {
      ...head,
      master_job_id: masterId ?? null,
      quote_type: quoteType,
      load_type: lane.mode === TransportMode.sea ? (load.containers ? LoadType.fcl : LoadType.lcl) : null,
    },
    parts: partsOf(office, id, { consignee, shipper, agent: office.agents.get(lane.abroad), voyage }),
    items: lines.map(({ variant, packs, gross, net }) => ({
      account_id: office.accountId,
      id: crypto.randomUUID(),
      job_id: id,
      name: goods.name,
      description: variant,
      quantity: packs * goods.pieces,
      packing_mode: goods.packing,
      gross_weight: inKilograms(gross),
      net_weight: inKilograms(net),
      weight_unit: 0,
      number_of_packs: packs,
    })),
    ...chargesOf(dice, {
      ...{ accountId: office.accountId, financeId, mode: lane.mode, quoteType, load },
      ...{ gross: figures.gross, volume: figures.volume, days: lane.days },
    }),
  }
}

type Head = { voyage: Voyage; jobNumber: number; name: string; commodity: string; figures: Figures }

export function jobHead(dice: Dice, office: Office, { voyage, jobNumber, name, commodity, figures }: Head) {
  const { lane, transport, bill, schedule } = voyage
  const port = (code: string) => office.portIds.get(code) ?? null
  const byWaybill = lane.mode !== TransportMode.road
  return {
    account_id: office.accountId,
    id: crypto.randomUUID(),
    job_number: jobNumber,
    finance_id: crypto.randomUUID(),
    name,
    status: schedule.status,
    ...schedule.dates,
    vessel_name: transport.vessel,
    voyage_number: transport.voyage,
    owner_id: dice.of(office.people),
    customer_instructions: dice.chance(0.3) ? 'Call before delivery. Originals to the bank.' : null,
    gross_weight: figures.gross,
    net_weight: figures.net,
    weight_unit: 0,
    volume: figures.volume,
    volume_unit: 0,
    number_of_packages: figures.packages,
    master_bl: schedule.hasBill ? bill : null,
    house_bl: schedule.hasBill && byWaybill ? `HFH${String(jobNumber).padStart(7, '0')}` : null,
    igm: schedule.isDeclared ? `${dice.whole(100, 9999)}/${schedule.year}` : null,
    index_number: schedule.isDeclared ? String(dice.whole(1, 400)) : null,
    shed_number: schedule.isDeclared ? `S-${dice.whole(1, 40)}` : null,
    direction: lane.direction,
    commodity,
    transport_mode: lane.mode,
    loading_port_id: port(lane.loading),
    discharge_port_id: port(lane.discharge),
    destination_port_id: port(lane.discharge),
  }
}

type Parties = {
  consignee?: SeedCompany
  shipper?: SeedCompany
  agent: SeedCompany | undefined
  voyage: Voyage
}

export function partsOf(office: Office, jobId: string, { consignee, shipper, agent, voyage }: Parties) {
  const roles = { consignee, shipper, agent, carrier: office.carriers.get(voyage.transport.carrier) }
  return (Object.entries(roles) as [PartyRole, SeedCompany | undefined][]).flatMap(([role, company]) =>
    company
      ? [
          {
            account_id: office.accountId,
            id: crypto.randomUUID(),
            job_id: jobId,
            role,
            party_id: company.partyId,
          },
        ]
      : [],
  )
}

const HOUSES = 3
/** Numbers that a consolidation takes: those of its houses, and its own. */
export const CONSOLIDATION = HOUSES + 1

/** A master job in whose container several customers' cargo goes; it weighs what its houses weigh together. */
export function consolidation(
  dice: Dice,
  office: Office,
  { jobNumber, booked }: Omit<Wanted, 'voyage'>,
): SeededJob[] {
  const lane = laneOf(dice, TransportMode.sea, Direction.export)
  const voyage = voyageOf(dice, lane, { booked, today: office.today })
  const agent = office.agents.get(lane.abroad)
  const masterId = crypto.randomUUID()
  const houses = Array.from({ length: HOUSES }, (_, index) =>
    plausibleJob(dice, office, { jobNumber: jobNumber + 1 + index, booked, voyage, masterId }),
  )
  // In hundredths and thousandths, so that nothing is lost.
  const together = (figure: keyof Figures, unit: number) =>
    houses.reduce((sum, { figures }) => sum + Math.round(figures[figure] * unit), 0) / unit
  const figures = {
    gross: together('gross', 100),
    net: together('net', 100),
    volume: together('volume', 1000),
    packages: together('packages', 1),
  }
  const name = `Consolidation ${office.portNames.get(lane.loading)}–${office.portNames.get(lane.discharge)}`
  const head = jobHead(dice, office, { voyage, jobNumber, name, commodity: 'Consolidated cargo', figures })
  const master: SeededJob = {
    figures,
    finance: { account_id: office.accountId, id: head.finance_id },
    job: {
      ...{ ...head, id: masterId, house_bl: null, master_job_id: null },
      ...{ quote_type: null, load_type: LoadType.fcl },
    },
    parts: partsOf(office, masterId, { ...(agent && { consignee: agent }), agent, voyage }),
    items: [],
    origin: null,
    freight: null,
    destination: null,
  }
  return [master, ...houses]
}
