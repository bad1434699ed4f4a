import { z } from 'zod'
import {
  choice,
  dimensionUnits,
  hazardClasses,
  packingGroups,
  packingModeChoices,
  weightUnits,
  yesOrNo,
} from './choices.ts'
import { endpoint } from './endpoint.ts'
import { field, labelsOf, schemasOf } from './field.ts'
import { jobRowEndpoints, rowsToAdd, rowsToRemove } from './job-rows.ts'
import { sheetFormats } from './sheet-formats.ts'
import { plainUnNumber, UN_NUMBER_FAULT, unNumberFault } from './un-number.ts'
import { count, figureUpTo, id, idParams, measure, text, version, nameLine } from './values.ts'

/** A kilometre: nothing that is packed is longer. */
export const LONGEST = 100_000
const dimension = figureUpTo(LONGEST, 3)
const cubicMetres = figureUpTo(9_999_999_999, 3)

/** Ether flashes at −45 °C; what flashes above 60 °C is of class 3 only where it is carried as hot as that. */
export const LOWEST_FLASHPOINT = -100
export const HIGHEST_FLASHPOINT = 200
const flashpoint = z
  .number('This must be a number.')
  .min(LOWEST_FLASHPOINT, `At least ${LOWEST_FLASHPOINT}.`)
  .max(HIGHEST_FLASHPOINT, `At most ${HIGHEST_FLASHPOINT}.`)
  .refine(value => Number(value.toFixed(1)) === value, 'At most 1 digit after the point.')
  .nullable()

const unNumber = z
  .string()
  .overwrite(plainUnNumber)
  .refine(text => unNumberFault(text) === null, UN_NUMBER_FAULT)
  .nullable()

export const itemFields = {
  name: field('Name', nameLine()),
  description: field('Description', text(5000)),
  quantity: field('Quantity', count),
  modeOfPacking: field('Packing Mode', choice(packingModeChoices), packingModeChoices),
  grossWeight: field('Gross Weight', measure),
  netWeight: field('Net Weight', measure),
  weightUnit: field('Weight Unit', choice(weightUnits), weightUnits),
  numberOfPacks: field('Number of Packs', count),
  marksAndNumbers: field('Marks and Numbers', text(5000)),
  /** As it was typed; `hsCodeWarning` says what is odd about it. */
  hsCode: field('HS Code', nameLine(50)),
  /** Of one package, in the dimension unit; in centimetres where none is chosen. */
  length: field('Length', dimension),
  width: field('Width', dimension),
  height: field('Height', dimension),
  dimensionUnit: field('Dimension Unit', choice(dimensionUnits), dimensionUnits),
  /** In cubic metres, of all packages; null where nobody typed one: `volumeOfItem` says what it is then. */
  volume: field('Volume', cubicMetres),
  unNumber: field('UN Number', unNumber),
  hazardClass: field('Hazard Class', choice(hazardClasses), hazardClasses),
  packingGroup: field('Packing Group', choice(packingGroups), packingGroups),
  properShippingName: field('Proper Shipping Name', nameLine()),
  /** In degrees Celsius, closed cup (c.c.). */
  flashpoint: field('Flashpoint', flashpoint),
  marinePollutant: field('Marine Pollutant', choice(yesOrNo), yesOrNo),
  limitedQuantity: field('Limited Quantity', choice(yesOrNo), yesOrNo),
}
export type ItemField = keyof typeof itemFields
export const itemLabels = labelsOf(itemFields)
const fields = schemasOf(itemFields)

/** A line of cargo on a job. */
export const item = z.object({ id, shipmentId: id, ...fields, version })
export type Item = z.infer<typeof item>

const inContainer = id
  .nullable()
  .optional()
  .describe(
    'The container that has the whole item, one of its job or of the master of a house without its own, in place of those that it was in; null: none. Which ones items are in is told by GET /api/item/containers.',
  )

/** How many items one call adds or takes away. */
export const MANY_ITEMS = 500

/** Items that were pasted: all of them are stored, or none. */
export const addItems = endpoint({
  method: 'POST',
  path: '/api/item/many',
  summary: 'Add up to 500 cargo items to a job, in their order: all or none',
  tag: 'Items',
  access: 'jobs:write',
  body: z.object({
    shipmentId: id,
    items: rowsToAdd(
      {
        ...z.object(fields).partial().shape,
        containerId: inContainer,
      },
      MANY_ITEMS,
      'item',
    ),
  }),
  reply: z.array(item),
  status: 201,
})

/** What undoes adding them: an item that somebody has changed since stays. */
export const removeItems = endpoint({
  method: 'POST',
  path: '/api/item/many/remove',
  summary: 'Delete those of up to 500 cargo items of a job that are still of the given versions',
  tag: 'Items',
  access: 'jobs:write',
  body: z.object({
    shipmentId: id,
    items: rowsToRemove(MANY_ITEMS, 'item'),
  }),
  reply: z.object({
    /** Those that stay, as they are now: they were changed after the given version. */
    changed: z.array(item),
  }),
})

export const exportItems = endpoint({
  method: 'POST',
  path: '/api/item/export',
  summary: 'The items of a job as a CSV or Excel file, in their order',
  tag: 'Items',
  access: 'jobs:read',
  body: z.object({ shipmentId: id, format: z.enum(sheetFormats) }),
  file: true,
})

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
  fields: { ...z.object(fields).partial().shape, containerId: inContainer },
  summaries: {
    create: 'Add a cargo item to a job',
    update: 'Change the given fields of a cargo item',
    remove: 'Delete a cargo item',
  },
})
