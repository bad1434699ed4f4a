import type { Session } from '#server/db/db.ts'
import { organisationsInstead } from '#server/records/merged-records.ts'
import { foldText } from '#server/search-text.ts'
import { findContacts } from './contact-records.ts'
import { onceEach } from './match-jobs.ts'
import type { Matched, Matching } from './matching.ts'
import type { ReadRows } from './read-rows.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** A contact is known by its id, else by name and city; without a city by its name. */
export async function matchContacts(
  { db, accountId }: Session,
  read: ReadRows,
  { rows }: Matching,
): Promise<Matched[]> {
  const idOf = (value: string | number | undefined) =>
    String(value ?? '')
      .trim()
      .toLowerCase()
  const ids = rows.map(row => idOf(row.values.get('contactId'))).filter(id => UUID.test(id))
  const instead = await organisationsInstead(db, accountId, ids)
  const contacts = await findContacts(db, accountId, {
    ids: [...ids, ...instead.values()],
    names: [...new Set(rows.map(row => String(row.values.get('name') ?? '')).filter(name => name !== ''))],
  })
  const byId = new Map(contacts.map(one => [one.id, one]))
  for (const [id, kept] of instead) {
    const contact = byId.get(kept)
    if (contact) byId.set(id, contact)
  }
  const byName = Map.groupBy(contacts, one => foldText(one.name))
  const isFirst = onceEach(read, null)
  const matched: Matched[] = []
  for (const row of rows) {
    const id = idOf(row.values.get('contactId'))
    const name = String(row.values.get('name') ?? '')
    const city = String(row.values.get('city') ?? '')
    if (id !== '' && !byId.has(id)) {
      read.refuse(
        row.number,
        'contactId',
        id,
        'No contact has this Id. Expected is the Id of a contact, or nothing for a new one.',
      )
      continue
    }
    if (id === '' && name === '') {
      read.refuse(row.number, 'name', '', 'The row has no name. Expected is the name of the company.')
      continue
    }
    const named = byName.get(foldText(name)) ?? []
    const there = city === '' ? named : named.filter(one => foldText(one.city ?? '') === foldText(city))
    // One that has no city yet is given it.
    const fitting = there.length > 0 ? there : named.filter(one => (one.city ?? '') === '')
    if (id === '' && fitting.length > 1) {
      const message =
        city === ''
          ? 'Several contacts have this name. Write the city, or the Id of the one that is meant.'
          : 'Several contacts have this name and city. Write the Id of the one that is meant.'
      read.refuse(row.number, 'name', name, message)
      continue
    }
    const contact = id === '' ? fitting[0] : byId.get(id)
    const key = contact?.id ?? `${foldText(name)}\n${foldText(city)}`
    if (!isFirst(key, row, name)) continue
    matched.push({ row, recordId: contact?.id ?? null, name: name || (contact?.name ?? '') })
  }
  return matched
}
