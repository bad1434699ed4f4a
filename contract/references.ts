import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { field, labelsOf, schemasOf } from './field.ts'
import { jobRowEndpoints, rowsToAdd, rowsToRemove } from './job-rows.ts'
import { builtInKindCodes } from './reference-kinds.ts'
import { date, id, nameLine, version } from './values.ts'

const KINDS = `This must be ${builtInKindCodes.map(code => `“${code}”`).join(', ')} or the id of a kind of the company’s own.`
const ownKind = z
  .guid({
    error: ({ input }) =>
      typeof input === 'string' ? `There is no kind “${input.slice(0, 60)}”. ${KINDS}` : KINDS,
  })
  .toLowerCase()
const kind = z
  .union([z.enum(builtInKindCodes), ownKind], { error: KINDS })
  .describe('A built-in kind, or the id of one of the company’s own')

export const referenceFields = {
  kind: field('Kind', kind, 'referenceKind'),
  number: field('Number', nameLine(100)),
  date: field('Date', date, 'date'),
}
export type ReferenceField = keyof typeof referenceFields
export const referenceLabels = labelsOf(referenceFields)
const { kind: _kind, ...others } = schemasOf(referenceFields)
const fields = { kind, ...z.object(others).partial().shape }

/** A number by which others know a job: a booking, a purchase order. */
export const reference = z.object({ id, shipmentId: id, ...schemasOf(referenceFields), version })
export type Reference = z.infer<typeof reference>

export const MAX_REFERENCES = 200

export const listReferences = endpoint({
  method: 'GET',
  path: '/api/reference',
  summary: `All references of a job in their order, at most ${MAX_REFERENCES}`,
  tag: 'References',
  access: 'jobs:read',
  query: z.object({ shipmentId: id }),
  reply: z.array(reference),
})

export const addReferences = endpoint({
  method: 'POST',
  path: '/api/reference/many',
  summary: `Add up to ${MAX_REFERENCES} references to a job, in their order: all or none`,
  tag: 'References',
  access: 'jobs:write',
  body: z.object({ shipmentId: id, references: rowsToAdd(fields, MAX_REFERENCES, 'reference') }),
  reply: z.array(reference),
  status: 201,
})

/** What undoes adding them: a reference that somebody has changed since stays. */
export const removeReferences = endpoint({
  method: 'POST',
  path: '/api/reference/many/remove',
  summary: `Delete those of up to ${MAX_REFERENCES} references of a job that are still of the given versions`,
  tag: 'References',
  access: 'jobs:write',
  body: z.object({ shipmentId: id, references: rowsToRemove(MAX_REFERENCES, 'reference') }),
  reply: z.object({
    /** Those that stay, as they are now: they were changed after the given version. */
    changed: z.array(reference),
  }),
})

export const {
  create: createReference,
  update: updateReference,
  remove: deleteReference,
} = jobRowEndpoints({
  path: '/api/reference',
  tag: 'References',
  access: 'jobs:write',
  row: reference,
  fields,
  summaries: {
    create: 'Add a reference to a job',
    update: 'Change the given fields of a reference',
    remove: 'Delete a reference; POST /api/history/restoreremoved puts it back',
  },
})
