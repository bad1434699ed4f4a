import type { DestinationCharge, FreightCharge, OriginCharge } from '#contract/finance.ts'
import type { ChargeSection } from '#contract/finance-sections.ts'
import type { DB } from '#server/db/tables.ts'

// That a total was typed is no column: one that nobody typed is none.
type Columns<Section, Table extends keyof DB> = Record<
  Exclude<keyof Section, 'id' | 'totalIsTyped'>,
  keyof DB[Table]
>

const head = { currency: 'currency', exchangeRate: 'exchange_rate' } as const

/** Which column keeps which field of a charge section on the wire. */
export const chargeColumns = {
  originCharge: {
    ...head,
    blfee: 'bl_fee',
    customClearance: 'custom_clearance',
    documentation: 'documentation',
    handling: 'handling',
    otherCharges: 'other_charges',
    pickUp: 'pick_up',
    portCharges: 'port_charges',
    thc: 'thc',
    total: 'total',
  },
  freightCharge: {
    ...head,
    lcl: 'lcl',
    fcl20: 'fcl20',
    fcl40: 'fcl40',
    fsc: 'fsc',
    ssc: 'ssc',
    fscBasis: 'fsc_basis',
    sscBasis: 'ssc_basis',
    otherFreightCharges: 'other_freight_charges',
    minimumAirCharges: 'minimum_air_charges',
    minus45: 'minus45',
    plus45: 'plus45',
    plus100: 'plus100',
    plus250: 'plus250',
    plus300: 'plus300',
    plus500: 'plus500',
    plus1000: 'plus1000',
    otherAirCharges: 'other_air_charges',
    total: 'total',
  },
  destinationCharge: {
    ...head,
    deliveryOrder: 'delivery_order',
    documentation: 'documentation',
    insurance: 'insurance',
    otherDestinationCharges: 'other_destination_charges',
    splitting: 'splitting',
    thc: 'thc',
    yardDocumentation: 'yard_documentation',
    yardFed: 'yard_fed',
    yardRandD: 'yard_r_and_d',
    total: 'total',
  },
} as const satisfies {
  originCharge: Columns<OriginCharge, 'origin_charges'>
  freightCharge: Columns<FreightCharge, 'freight_charges'>
  destinationCharge: Columns<DestinationCharge, 'destination_charges'>
}

export const chargeTables = {
  originCharge: 'origin_charges',
  freightCharge: 'freight_charges',
  destinationCharge: 'destination_charges',
} as const satisfies Record<ChargeSection, string>
