import type { PartyRole } from '#contract/parties.ts'
import { chargeableWeight } from '#contract/chargeable-weight.ts'
import { TransportMode } from '#contract/choices.ts'
import { multiply, sum } from '#contract/decimals.ts'
import type { Dice } from './content.ts'
import {
  airports,
  carriers,
  cities,
  commodities,
  companyEndings,
  nouns,
  people,
  seaPorts,
  streets,
  trades,
  vessels,
} from './content.ts'

export type SeedCompany = ReturnType<typeof company>

/** A company as a forwarder's address book holds it. */
export function company(dice: Dice, accountId: string, name?: string) {
  const id = crypto.randomUUID()
  const [city, countryId] = dice.of(cities)
  const words = name ?? `${dice.of(nouns)} ${dice.of(trades)} ${dice.of(companyEndings)}`
  const mail = words.toLowerCase().replace(/[^a-z]+/g, '')
  return {
    partyId: crypto.randomUUID(),
    organisation: {
      account_id: accountId,
      id,
      name: words,
      description: dice.of(['Customer since 2019', 'Regular shipper', 'Credit 30 days', 'Cash customer']),
      contact_name: dice.of(people),
    },
    contact: {
      account_id: accountId,
      id: crypto.randomUUID(),
      link_id: crypto.randomUUID(),
      organisation_id: id,
      building_no: String(dice.whole(1, 240)),
      street: dice.of(streets),
      city,
      post_code: String(dice.whole(10_000, 99_999)),
      country_id: countryId,
      telephone: `+${dice.whole(20, 98)} ${dice.whole(100, 999)} ${dice.whole(100_000, 999_999)}`,
      email: `shipping@${mail}.example`,
    },
  }
}

export const carrierNames = carriers

type Parties = { customers: SeedCompany[]; agents: SeedCompany[]; carriers: SeedCompany[] }

const dayAfter = (days: number) =>
  new Date(Date.UTC(2026, 0, 5) + days * 86_400_000).toISOString().slice(0, 10)

/** "042W" of a vessel, "LH8042" of an aircraft. */
function voyage(mode: number, jobNumber: number): string | null {
  const number = String((jobNumber * 7) % 1000).padStart(3, '0')
  if (mode === TransportMode.air) return `${['LH8', 'EK9', 'PK7', 'QR8'][jobNumber % 4]}${number}`
  return mode === TransportMode.sea ? `${number}${'EWNS'[jobNumber % 4]}` : null
}

/** A believable job: ports that suit its mode, dates in order, figures that belong together. */
export function plausibleJob(
  dice: Dice,
  accountId: string,
  jobNumber: number,
  parties: Parties,
  portIds: Map<string, string>,
  ownerId: string,
) {
  const id = crypto.randomUUID()
  const financeId = crypto.randomUUID()
  const mode = dice.chance(0.75) ? 2 : dice.chance(0.7) ? 0 : 1
  const codes: readonly string[] = mode === 0 ? airports : seaPorts
  const loading = dice.of(codes)
  const discharge = dice.of(codes.filter(code => code !== loading))
  const port = (code: string) => portIds.get(code) ?? null
  const commodity = dice.of(commodities)
  const consignee = dice.of(parties.customers)
  const shipper = dice.of(parties.customers)
  const departs = dice.whole(0, 330)
  const arrives = departs + (mode === 2 ? dice.whole(12, 40) : dice.whole(1, 5))
  const age = 300 - departs
  const status = dice.chance(0.03) ? 0 : age > 60 ? 3 : age > 0 ? 2 : 1
  const packages = dice.whole(1, 900)
  const gross = dice.whole(40, 26_000) + dice.whole(0, 99) / 100
  const lines = dice.whole(1, 4)
  const quoteType = dice.whole(0, 2)
  const loadType = mode === TransportMode.air ? 1 : dice.whole(0, 1)
  const part = (role: PartyRole, partyId: string) => ({
    account_id: accountId,
    id: crypto.randomUUID(),
    job_id: id,
    role,
    party_id: partyId,
  })
  return {
    finance: { account_id: accountId, id: financeId },
    job: {
      account_id: accountId,
      id,
      job_number: jobNumber,
      finance_id: financeId,
      name: `${commodity} for ${consignee.organisation.name}`,
      status,
      ready_on: dayAfter(departs - dice.whole(2, 9)),
      vessel_name: mode === 2 ? dice.of(vessels) : null,
      voyage_number: voyage(mode, jobNumber),
      owner_id: ownerId,
      etd: dayAfter(departs),
      eta: dayAfter(arrives),
      shipment_date: dayAfter(departs - 12),
      customer_instructions: dice.chance(0.3) ? 'Call before delivery. Originals to the bank.' : null,
      gross_weight: gross,
      net_weight: Math.round(gross * 92) / 100,
      weight_unit: 0,
      volume: Math.round(gross / 3) / 100,
      volume_unit: 0,
      number_of_packages: packages,
      master_bl: `MBL${dice.whole(10_000_000, 99_999_999)}`,
      house_bl: `H${String(jobNumber).padStart(7, '0')}${dice.whole(10, 99)}`,
      igm: status >= 2 ? `${dice.whole(100, 9999)}/2026` : null,
      index_number: status >= 2 ? String(dice.whole(1, 400)) : null,
      shed_number: status >= 2 ? `S-${dice.whole(1, 40)}` : null,
      direction: dice.whole(0, 1),
      commodity,
      transport_mode: mode,
      quote_type: quoteType,
      load_type: loadType,
      loading_port_id: port(loading),
      discharge_port_id: port(discharge),
      destination_port_id: port(discharge),
    },
    parts: [
      part('consignee', consignee.partyId),
      part('shipper', shipper.partyId),
      part('agent', dice.of(parties.agents).partyId),
      part('carrier', dice.of(parties.carriers).partyId),
    ],
    items: Array.from({ length: lines }, () => ({
      account_id: accountId,
      id: crypto.randomUUID(),
      job_id: id,
      name: commodity,
      description: `Lot ${dice.whole(1, 99)}`,
      quantity: dice.whole(1, 5000),
      packing_mode: dice.of([7, 13, 22, 44, 45, 62]),
      gross_weight: Math.round((gross / lines) * 100) / 100,
      net_weight: Math.round((gross / lines) * 92) / 100,
      weight_unit: 0,
      number_of_packs: Math.max(1, Math.floor(packages / lines)),
    })),
    destination: {
      account_id: accountId,
      id: crypto.randomUUID(),
      finance_id: financeId,
      delivery_order: dice.whole(40, 120),
      documentation: dice.whole(20, 60),
      thc: dice.whole(80, 300),
    },
    freight: quoteType === 0 ? null : freight(dice, accountId, { financeId, mode, loadType, gross }),
  }
}

/** Containers for a full load, LCL for a part of one; by air a rate and what it comes to. */
function freight(
  dice: Dice,
  accountId: string,
  job: { financeId: string; mode: number; loadType: number; gross: number },
) {
  const isAir = job.mode === TransportMode.air
  const isFull = job.loadType === 0
  const cargo = { grossWeight: job.gross, weightUnit: 0, volume: null, volumeUnit: null }
  const rate = dice.whole(180, 520) / 100
  const other = dice.whole(0, 150)
  const byWeight = multiply(rate, Math.max(100, chargeableWeight(cargo)?.kilograms ?? 0))
  return {
    account_id: accountId,
    id: crypto.randomUUID(),
    finance_id: job.financeId,
    fcl40: !isAir && isFull ? dice.whole(900, 5200) : null,
    lcl: !isAir && !isFull ? dice.whole(60, 900) : null,
    plus100: isAir ? rate : null,
    other_freight_charges: other,
    total: isAir ? sum([byWeight, other]) : null,
  }
}
