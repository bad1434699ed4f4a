import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { likeliestOrganisations } from '#server/organisations/lookup-records.ts'
import { lookUpPorts } from '#server/ports/search-records.ts'
import { foldText } from '#server/search-text.ts'

/** What a text may mean: one record for certain, or some to choose from. */
export type Found = { id: string | null; choices: { id: string; name: string; detail: string }[] }

const CHOICES = 5
/** So many texts are looked up by likeness; each takes the database some milliseconds. */
export const MOST_LOOKED_UP = 300
const SHORTEST = 3

/** Companies whose name is exactly the text, but for capitals and blanks, by folded text: their parties. */
async function partiesNamed(db: Db, accountId: string, texts: readonly string[]) {
  const { rows } = await sql<{ wanted: string; id: string; city: string | null; name: string }>`
    select n.text as wanted, p.id, o.name, (select c.city from contacts c
      where c.account_id = o.account_id and c.organisation_id = o.id order by c.position limit 1) as city
    from unnest(${sql.val([...texts])}::text[]) as n (text)
    join organisations o on o.account_id = ${accountId} and lower(o.name) = lower(n.text)
    join parties p on p.account_id = o.account_id and p.organisation_id = o.id`.execute(db)
  return Map.groupBy(rows, row => row.wanted)
}

export async function findParties(
  db: Db,
  accountId: string,
  texts: readonly string[],
): Promise<Map<string, Found>> {
  const exact = await partiesNamed(db, accountId, texts)
  const found = new Map<string, Found>()
  let lookedUp = 0
  for (const text of texts) {
    const same = exact.get(text) ?? []
    const [only] = same
    if (only && same.length === 1) found.set(text, { id: only.id, choices: [] })
    else if (same.length > 1)
      found.set(text, {
        id: null,
        choices: same.slice(0, CHOICES).map(({ id, name, city }) => ({ id, name, detail: city ?? '' })),
      })
    else
      found.set(text, {
        id: null,
        choices: lookedUp++ < MOST_LOOKED_UP ? await similar(db, accountId, text) : [],
      })
  }
  return found
}

/** Those whose name begins with the telling words of the text. */
async function similar(db: Db, accountId: string, text: string) {
  const folded = foldText(text)
    .replaceAll(/[^\p{L}\p{N} ]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  const [first = '', second = ''] = folded.split(' ')
  const search = first.length >= SHORTEST ? first : `${first} ${second}`.trim()
  if (search.length < SHORTEST) return []
  const rows = await likeliestOrganisations(db, accountId, { text: search, role: undefined, limit: CHOICES })
  return rows.map(({ partyId, name, city }) => ({
    id: partyId,
    name: name ?? '(unnamed)',
    detail: city ?? '',
  }))
}

export async function findPorts(
  db: Db,
  accountId: string,
  texts: readonly string[],
): Promise<Map<string, Found>> {
  const found = new Map<string, Found>()
  let lookedUp = 0
  for (const text of texts) {
    if (lookedUp++ >= MOST_LOOKED_UP || text.trim().length < SHORTEST) {
      found.set(text, { id: null, choices: [] })
      continue
    }
    const code = /\(([A-Z]{2} ?[A-Z0-9]{3})\)/.exec(text)?.[1]?.replace(' ', '')
    const bare =
      text
        .replace(/\s*\(.*\)\s*$/, '')
        .replace(/,.*$/, '')
        .trim() || text
    const rows = await lookUpPorts(db, accountId, {
      text: foldText(code ?? (/^[A-Za-z]{2} [A-Za-z0-9]{3}$/.test(text) ? text.replace(' ', '') : bare)),
      mode: undefined,
      limit: CHOICES,
    })
    const wanted = foldText(code ?? bare).replaceAll(' ', '')
    const isSame = (value: string | null) => foldText(value ?? '').replaceAll(' ', '') === wanted
    const byCode = rows.filter(row => isSame(row.code) || isSame(row.iata))
    const byName = rows.filter(row => isSame(row.name) || isSame(row.alias))
    const [only] = byCode.length > 0 ? byCode : byName
    const isOne = byCode.length === 1 || (byCode.length === 0 && byName.length === 1)
    found.set(text, {
      id: only && isOne ? only.id : null,
      choices: rows.map(({ id, name, code: itsCode, countryId }) => ({
        id,
        name: name ?? '(unnamed)',
        detail: [itsCode, countryId].filter(Boolean).join(' · '),
      })),
    })
  }
  return found
}

/** Colleagues by their names or addresses, in small letters. */
export async function findPeople(db: Db, accountId: string): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ id: string; name: string; email: string }>`
    select id, lower(display_name) as name, lower(email) as email from users
    where account_id = ${accountId} and deactivated_at is null and subject not like 'api-token:%'`.execute(db)
  const people = new Map<string, string[]>()
  for (const { id, name, email } of rows)
    for (const word of new Set([name, email])) people.set(word, [...(people.get(word) ?? []), id])
  return people
}

/** Which record each of these rows of a file has made before; those that are gone are left out. */
export async function recordsOfFingerprints(
  db: Db,
  accountId: string,
  { kind, table }: { kind: string; table: 'jobs' | 'organisations' | 'items' },
  fingerprints: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ fingerprint: string; id: string }>`
    select m.fingerprint, r.id from imported_records m
    join ${sql.table(table)} r on r.account_id = m.account_id and r.id = ${
      table === 'organisations' ? sql`kept_organisation(m.record_id)` : sql`m.record_id`
    }
    where m.account_id = ${accountId} and m.kind = ${kind}
      and m.fingerprint = any (${sql.val([...fingerprints])}::text[])`.execute(db)
  return new Map(rows.map(({ fingerprint, id }) => [fingerprint, id]))
}

/** Names of parties and ports, by id, as people read them in a preview. */
export async function namesOf(
  db: Db,
  accountId: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const wanted = sql`any (${sql.val([...ids])}::uuid[])`
  const { rows } = await sql<{ id: string; name: string | null }>`
    select p.id, o.name from parties p join organisations o on o.account_id = p.account_id and o.id = p.organisation_id
      where p.account_id = ${accountId} and p.id = ${wanted}
    union all select id, name from ports where account_id = ${accountId} and id = ${wanted}
    union all select id, name from world_ports where id = ${wanted}
    union all select id, display_name from users where account_id = ${accountId} and id = ${wanted}`.execute(
    db,
  )
  return new Map(rows.map(({ id, name }) => [id, name ?? '(unnamed)']))
}
