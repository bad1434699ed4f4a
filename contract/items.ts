import { z } from 'zod'
import { packingModeChoices, choice, weightUnits } from './choices.ts'
import { endpoint } from './endpoint.ts'
import { count, id, idParams, measure, text, version } from './values.ts'

const fields = {
  name: text(),
  description: text(5000),
  quantity: count,
  modeOfPacking: choice(packingModeChoices),
  grossWeight: measure,
  netWeight: measure,
  weightUnit: choice(weightUnits),
  numberOfPacks: count,
}

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

export const createItem = endpoint({
  method: 'POST',
  path: '/api/item',
  summary: 'Add a cargo item to a job',
  tag: 'Items',
  access: 'jobs:write',
  body: z.object({ id: id.optional(), shipmentId: id, ...z.object(fields).partial().shape }),
  reply: item,
  status: 201,
})

export const updateItem = endpoint({
  method: 'PUT',
  path: '/api/item',
  summary: 'Change what the body mentions of a cargo item',
  tag: 'Items',
  access: 'jobs:write',
  body: z.object({ id, ...z.object(fields).partial().shape }),
  reply: item,
})

export const deleteItem = endpoint({
  method: 'DELETE',
  path: '/api/item/:id',
  summary: 'Take a cargo item off its job',
  tag: 'Items',
  access: 'jobs:write',
  params: idParams,
  status: 204,
})
