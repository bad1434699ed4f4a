import { z } from 'zod'
import type { Choice } from './choices.ts'
import { keptContainerNumber } from './container-number.ts'
import { endpoint } from './endpoint.ts'
import { field, labelsOf, schemasOf } from './field.ts'
import { jobRowEndpoints, rowsToAdd, rowsToRemove } from './job-rows.ts'
import { count, date, id, measure, nameLine, version } from './values.ts'

/** The two ways of SOLAS VI/2 to come by a verified gross mass. */
export const vgmMethods: readonly Choice[] = [
  { value: 1, label: '1: weighed packed' },
  { value: 2, label: '2: calculated' },
]

const MOST_SEALS = 10
const seal = nameLine(50).unwrap()
const COLDEST = -100
const HOTTEST = 100
const DECIMALS = 2

const number = nameLine(50)
  .overwrite(typed => typed && keptContainerNumber(typed))
  .describe(
    'A number of the form of ISO 6346 is kept in capitals, without blanks, hyphens, dots and slashes: “msku 123456-5” as MSKU1234565. Any other text stays as it is sent.',
  )

const seals = z
  .array(seal)
  .max(MOST_SEALS, `At most ${MOST_SEALS} seals.`)
  .nullable()
  // A container without seals says so in one way.
  .overwrite(list => (list && list.some(one => one.trim() !== '') ? list : null))

const temperature = z
  .number('This must be a number.')
  .min(COLDEST, `At least ${COLDEST}.`)
  .max(HOTTEST, `At most ${HOTTEST}.`)
  .refine(value => Number(value.toFixed(DECIMALS)) === value, `At most ${DECIMALS} digits after the point.`)
  .nullable()

const vgmMethod = z
  .int('This must be 1 or 2.')
  .min(1, 'This must be 1 or 2.')
  .max(2, 'This must be 1 or 2.')
  .describe(vgmMethods.map(({ label }) => label).join(', '))
  .nullable()

/** Weights are in kilograms, volumes in cubic metres, temperatures in degrees Celsius. */
export const containerFields = {
  number: field('Container Number', number),
  /** By its code in ISO 6346: 45G1. */
  sizeType: field('Size and Type', nameLine(20), 'containerType'),
  seals: field('Seals', seals, 'list'),
  packages: field('Packages', count),
  cargoWeight: field('Cargo Weight', measure),
  tareWeight: field('Tare Weight', measure),
  volume: field('Volume', measure),
  vgm: field('VGM', measure),
  vgmMethod: field('VGM Method', vgmMethod, vgmMethods),
  vgmDate: field('VGM Date', date, 'date'),
  vgmSignatory: field('VGM Signatory', nameLine()),
  temperature: field('Temperature', temperature),
  emptyPickedUp: field('Empty picked up on', date, 'date'),
  gatedIn: field('Gated in on', date, 'date'),
  loaded: field('Loaded on', date, 'date'),
  discharged: field('Discharged on', date, 'date'),
  gatedOut: field('Gated out on', date, 'date'),
  emptyReturned: field('Empty returned on', date, 'date'),
}
export type ContainerField = keyof typeof containerFields
export const containerLabels = labelsOf(containerFields)
const fields = z.object(schemasOf(containerFields)).partial().shape

/** A container in which cargo of a job travels. */
export const container = z.object({ id, shipmentId: id, ...schemasOf(containerFields), version })
export type Container = z.infer<typeof container>

export const MAX_CONTAINERS = 500

export const listContainers = endpoint({
  method: 'GET',
  path: '/api/container',
  summary: `All containers of a job in their order, at most ${MAX_CONTAINERS}`,
  tag: 'Containers',
  access: 'jobs:read',
  query: z.object({ shipmentId: id }),
  reply: z.array(container),
})

export const addContainers = endpoint({
  method: 'POST',
  path: '/api/container/many',
  summary: 'Add up to 500 containers to a job, in their order: all or none',
  tag: 'Containers',
  access: 'jobs:write',
  body: z.object({ shipmentId: id, containers: rowsToAdd(fields, MAX_CONTAINERS, 'container') }),
  reply: z.array(container),
  status: 201,
})

/** What undoes adding them: a container that somebody has changed since stays. */
export const removeContainers = endpoint({
  method: 'POST',
  path: '/api/container/many/remove',
  summary: 'Delete those of up to 500 containers of a job that are still of the given versions',
  tag: 'Containers',
  access: 'jobs:write',
  body: z.object({ shipmentId: id, containers: rowsToRemove(MAX_CONTAINERS, 'container') }),
  reply: z.object({
    /** Those that stay, as they are now: they were changed after the given version. */
    changed: z.array(container),
  }),
})

export const {
  create: createContainer,
  update: updateContainer,
  remove: deleteContainer,
} = jobRowEndpoints({
  path: '/api/container',
  tag: 'Containers',
  access: 'jobs:write',
  row: container,
  fields,
  summaries: {
    create: 'Add a container to a job',
    update: 'Change the given fields of a container',
    remove: 'Delete a container; POST /api/history/restoreremoved puts it back',
  },
})
