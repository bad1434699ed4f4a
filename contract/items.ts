import { z } from 'zod'
import { packingModeChoices, choice, weightUnits } from './choices.ts'
import { endpoint } from './endpoint.ts'
import { field, labelsOf, schemasOf } from './field.ts'
import { jobRowEndpoints } from './job-rows.ts'
import { count, id, idParams, measure, text, version, nameLine } from './values.ts'

export const itemFields = {
  name: field('Name', nameLine()),
  description: field('Description', text(5000)),
  quantity: field('Quantity', count),
  modeOfPacking: field('Packing Mode', choice(packingModeChoices), packingModeChoices),
  grossWeight: field('Gross Weight', measure),
  netWeight: field('Net Weight', measure),
  weightUnit: field('Weight Unit', choice(weightUnits), weightUnits),
  numberOfPacks: field('Number of Packs', count),
}
export type ItemField = keyof typeof itemFields
export const itemLabels = labelsOf(itemFields)
const fields = schemasOf(itemFields)

/** A line of cargo on a job. */
export const item = z.object({ id, shipmentId: id, ...fields, version })
export type Item = z.infer<typeof item>

export const getItem = endpoint({
  method: 'GET',
  path: '/api/item/:id',
  summary: 'One cargo item',
  tag: 'Items',
  access: 'jobs:read',
  params: idParams,
  reply: item,
})

export const {
  create: createItem,
  update: updateItem,
  remove: deleteItem,
} = jobRowEndpoints({
  path: '/api/item',
  tag: 'Items',
  access: 'jobs:write',
  row: item,
  fields: z.object(fields).partial().shape,
  summaries: {
    create: 'Add a cargo item to a job',
    update: 'Change the given fields of a cargo item',
    remove: 'Delete a cargo item',
  },
})
