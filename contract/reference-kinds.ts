import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { field, labelsOf, schemasOf } from './field.ts'
import { isOneOf, keysOf } from './typed-objects.ts'
import { id, idParams, nameText, version } from './values.ts'

/** The kinds that every company has. Templates name their fields by these codes, so they stay. */
export const builtInKinds = {
  booking: 'Booking',
  purchaseOrder: 'Purchase Order',
  commercialInvoice: 'Commercial Invoice',
  letterOfCredit: 'Letter of Credit',
  customsDeclaration: 'Customs Declaration',
  customerReference: 'Customer’s Reference',
  agentReference: 'Agent’s Reference',
} as const
export type BuiltInKind = keyof typeof builtInKinds
export const builtInKindCodes = keysOf(builtInKinds)

export const isBuiltInKind = (kind: string): kind is BuiltInKind => isOneOf(builtInKindCodes, kind)

const plain = (name: string) => name.trim().toLowerCase().replaceAll('’', "'")

/** Two names of kinds that people take for one: a company may have had its own before there was a built-in one. */
export const isSameKindName = (one: string, other: string): boolean => plain(one) === plain(other)

export const referenceKindFields = { name: field('Name', nameText(60)) }
export const referenceKindLabels = labelsOf(referenceKindFields)

/** A kind of references that a company has added to the built-in ones. */
export const referenceKind = z.object({ id, ...schemasOf(referenceKindFields), version })
export type ReferenceKind = z.infer<typeof referenceKind>

export const MAX_REFERENCE_KINDS = 50

/** What a kind is called, built in or of the company's own; null where there is none of this id. */
export const kindLabel = (kind: string, own: readonly Pick<ReferenceKind, 'id' | 'name'>[]): string | null =>
  isBuiltInKind(kind) ? builtInKinds[kind] : (own.find(one => one.id === kind)?.name ?? null)

export const listReferenceKinds = endpoint({
  method: 'GET',
  path: '/api/referencekind',
  summary: 'The kinds of references that the company has added to the built-in ones, by name',
  tag: 'References',
  access: 'jobs:read',
  reply: z.array(referenceKind),
})

export const createReferenceKind = endpoint({
  method: 'POST',
  path: '/api/referencekind',
  summary: 'Add a kind of references of the company’s own',
  tag: 'References',
  access: 'jobs:write',
  body: z.object({ id: id.optional(), ...schemasOf(referenceKindFields) }),
  reply: referenceKind,
  status: 201,
})

export const updateReferenceKind = endpoint({
  method: 'PUT',
  path: '/api/referencekind',
  summary: 'Rename a kind of references of the company’s own, on all jobs',
  tag: 'References',
  access: 'company:write',
  body: z.object({ id, ...schemasOf(referenceKindFields) }),
  reply: referenceKind,
})

export const deleteReferenceKind = endpoint({
  method: 'DELETE',
  path: '/api/referencekind/:id',
  summary: 'Delete a kind of references of the company’s own that no job uses',
  tag: 'References',
  access: 'company:write',
  params: idParams,
  status: 204,
})
