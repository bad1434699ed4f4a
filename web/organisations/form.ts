import { keysOf } from '#contract/typed-objects.ts'
import { fieldNames } from '#contract/field.ts'
import {
  type Contact,
  type Organisation,
  organisationFields,
  type OrganisationInput,
  organisationLabels,
} from '#contract/organisations.ts'
import { newId } from '#web/lib/new-id.ts'

type Field = keyof typeof organisationLabels
export type OrganisationValues = Record<Field, string | null>

const fields = keysOf(organisationLabels)
const ownFields = fieldNames(organisationFields)
type OwnField = (typeof ownFields)[number]
const isOwn = (field: Field): field is OwnField => ownFields.some(own => own === field)
const contactFields = fields.filter((field): field is Exclude<Field, OwnField> => !isOwn(field))

/** Only the first contact link is edited here. */
export function valuesOf(organisation: Organisation | null): OrganisationValues {
  const contact: Partial<Contact> = organisation?.organisationContacts[0]?.contact ?? {}
  const own = ownFields.map(field => [field, organisation?.[field] ?? null])
  const address = contactFields.map(field => [field, contact[field] ?? null])
  return Object.fromEntries([...own, ...address]) as OrganisationValues
}

type Link = { id: string; contactId: string }

/** Further contacts are left alone: a save says nothing of them. */
export type OrganisationIds = { id: string; first: Link }

/** Made once a dialog, so that pressing Create twice makes one organisation. */
export const newOrganisationIds = (): OrganisationIds => ({
  id: newId(),
  first: { id: newId(), contactId: newId() },
})

/** The ids of a stored organisation and of its first contact, new ones where it has none. */
export function idsOf({ id, organisationContacts: [first] }: Organisation): OrganisationIds {
  return {
    id,
    first: { id: first?.id ?? newId(), contactId: first?.contactId ?? newId() },
  }
}

const orNull = (text: string | null) => text?.trim() || null

/** What a save sends; `mentioned` narrows it to the fields that a person changed. */
export function inputOf(
  values: OrganisationValues,
  ids: OrganisationIds,
  mentioned: readonly (keyof OrganisationValues)[] = fields,
) {
  const pick = <Name extends Field>(names: readonly Name[]) =>
    Object.fromEntries(
      names.filter(name => mentioned.includes(name)).map(name => [name, orNull(values[name])]),
    ) as Partial<Record<Name, string | null>>
  return {
    id: ids.id,
    ...pick(ownFields),
    organisationContacts: [
      {
        ...ids.first,
        organisationId: ids.id,
        contact: { id: ids.first.contactId, ...pick(contactFields) },
      },
    ],
  } satisfies OrganisationInput
}

/** "organisationContacts.0.contact.city" as the server names it, "city" as the form does. */
export function fieldOfPath(path: string): Field | null {
  const last = path.split(/[./]/).at(-1)
  return fields.find(field => field === last) ?? null
}

/** The form's field that a change of the contact names, if it has one: other people at the company do not count. */
export function fieldOfChange(path: string): Field | null {
  if (path.startsWith('organisationContacts.') && !path.startsWith('organisationContacts.0.')) return null
  return fieldOfPath(path)
}
