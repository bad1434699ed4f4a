import type { itemFields } from '#contract/items.ts'
import type { DB } from '#server/db/tables.ts'

/** Which column keeps which field of an item on the wire. */
export const itemColumns = {
  name: 'name',
  description: 'description',
  quantity: 'quantity',
  modeOfPacking: 'packing_mode',
  grossWeight: 'gross_weight',
  netWeight: 'net_weight',
  weightUnit: 'weight_unit',
  numberOfPacks: 'number_of_packs',
  marksAndNumbers: 'marks_and_numbers',
  hsCode: 'hs_code',
  length: 'length',
  width: 'width',
  height: 'height',
  dimensionUnit: 'dimension_unit',
  volume: 'volume',
  unNumber: 'un_number',
  hazardClass: 'hazard_class',
  packingGroup: 'packing_group',
  properShippingName: 'proper_shipping_name',
  flashpoint: 'flashpoint',
  marinePollutant: 'marine_pollutant',
  limitedQuantity: 'limited_quantity',
} as const satisfies Record<keyof typeof itemFields, keyof DB['items']>
