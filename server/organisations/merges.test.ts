import { describe, expect, test } from 'vitest'
import type { ComparedContact, ContactMerge } from '#contract/contact-merges.ts'
import type { HistoryEntry } from '#contract/history.ts'
import type { Job } from '#contract/jobs.ts'
import type { Organisation } from '#contract/organisations.ts'
import { linkIn } from '#contract/job-parties.ts'
import { type PartyRole, partyRoles, partyWire } from '#contract/parties.ts'
import {
  buildColleague,
  buildCompany,
  buildJob,
  buildOrganisation,
  buildParty,
  type Caller,
} from '#testing/factories.ts'
import { expectNoChange, expectProblem, statusesOf } from '#testing/refusals.ts'
import { companyPerTest } from '#testing/test-company.ts'
import { referencesOfContacts } from './merge-records.ts'

const { product, rows, company } = companyPerTest()

type Built = Organisation & { partyId: string }
type Merged = { merge: ContactMerge; organisation: Organisation }
type Undone = {
  organisation: Organisation
  restored: Organisation
  jobs: number
  people: number
  left: { jobIds: number[]; jobs: number; people: string[]; fields: string[] }
}
const read = async (id: string) => (await company.call<Organisation>('GET', `/api/organisation/${id}`)).body
const merge = (kept: Organisation, merged: Organisation, more: object = {}, by: Caller = company) =>
  by.call<Merged>('POST', '/api/organisation/merge', {
    keptId: kept.id,
    mergedId: merged.id,
    keptVersion: kept.version,
    mergedVersion: merged.version,
    ...more,
  })
const undo = (id: string, by: Caller = company) =>
  by.call<Undone>('POST', `/api/organisation/merge/${id}/undo`)
const partyOn = async (jobId: string, role: PartyRole) => {
  const { body } = await company.call<Job>('GET', `/api/shipment/${jobId}?stakeholder=true`)
  return linkIn(body, role)?.party?.id
}
const historyOf = async (query: string) =>
  (await company.call<HistoryEntry[]>('GET', `/api/history?${query}`)).body
const person = (name: string, email: string) => ({ contact: { name, email, role: 'Imports' } })
const kilo = (more: object = {}) =>
  buildOrganisation(company, {
    name: 'Kilo Ltd',
    description: 'Buyer',
    organisationContacts: [
      { contact: { city: 'Genoa', telephone: '+39 010 1' } },
      person('Ada', 'ada@kilo.example'),
    ],
    ...more,
  })
const lima = () =>
  buildOrganisation(company, {
    name: 'Kilo Limited',
    contactName: 'Bo',
    organisationContacts: [
      { contact: { city: 'Turin', street: 'Via Po', telephone: '+39 010 1' } },
      person('Ada', 'ada@kilo.example'),
      person('Carl', 'carl@kilo.example'),
    ],
  })

describe('a merge', () => {
  test('moves jobs of every role and people, fills what is empty, takes what was chosen', async () => {
    const [kept, gone] = [await kilo(), await lima()]
    const [first, second] = [await buildJob(company), await buildJob(company)]
    await buildParty(company, first.id, 'consignee', kept.partyId)
    for (const role of partyRoles.filter(role => role !== 'consignee'))
      await buildParty(company, first.id, role, gone.partyId)
    await buildParty(company, second.id, 'consignee', gone.partyId)
    const compared = await company.call<ComparedContact[]>(
      'GET',
      `/api/organisation/${kept.id}/merge?with=${gone.id}`,
    )
    expect(compared.body.map(({ organisation, ...counts }) => [organisation.id, counts])).toEqual([
      [kept.id, { jobs: 1, openJobs: 1 }],
      [gone.id, { jobs: 2, openJobs: 2 }],
    ])

    const { status, body } = await merge(kept, gone, { take: ['contact.city'] })
    expect(status).toBe(201)
    expect(body.merge).toEqual({
      id: body.merge.id,
      at: expect.stringMatching(/^\d{4}-.*Z$/),
      by: 'Amina Qureshi',
      keptId: kept.id,
      keptName: 'Kilo Ltd',
      mergedId: gone.id,
      mergedName: 'Kilo Limited',
      jobs: 2,
      people: 1,
      canBeUndone: true,
    })
    const [address, ada] = kept.organisationContacts
    const carl = gone.organisationContacts[2]
    expect(body.organisation).toEqual({
      id: kept.id,
      name: 'Kilo Ltd',
      description: 'Buyer',
      contactName: 'Bo',
      ...{ taxNumber: null, paymentTerms: null, scac: null, iataPrefix: null, iataAgentCode: null },
      accountNumber: null,
      parties: kept.parties,
      version: kept.version + 1,
      organisationContacts: [
        { ...address, contact: { ...address?.contact, city: 'Turin', street: 'Via Po' } },
        ada,
        { ...carl, organisationId: kept.id },
      ],
    })
    expect(body.organisation).toEqual(await read(kept.id))
    for (const role of partyRoles) expect(await partyOn(first.id, role)).toBe(kept.partyId)
    expect(await partyOn(second.id, 'consignee')).toBe(kept.partyId)
    // One version more for each job, however many roles moved: 1, ten links, the merge.
    const versionOf = async (id: string) =>
      (await company.call<Job>('GET', `/api/shipment/${id}`)).body.version
    expect([await versionOf(first.id), await versionOf(second.id)]).toEqual([12, 3])
    const finances = await company.call('GET', `/api/finance/getpartyfinances/${gone.partyId}`)
    expect(finances).toMatchObject({ status: 200, headers: { 'x-total-count': '2' } })
  })

  test('leaves the other one nowhere, and lists and searches follow', async () => {
    const [kept, gone] = [await kilo(), await lima()]
    const job = await buildJob(company)
    await buildParty(company, job.id, 'consignee', gone.partyId)
    await merge(kept, gone)
    const names = async (path: string) =>
      (await company.call<{ name: string; id: string }[]>('GET', path)).body.map(({ name }) => name)
    expect(await names('/api/organisation')).toEqual(['Kilo Ltd'])
    expect(await names('/api/organisation/lookup?search=kilo')).toEqual(['Kilo Ltd'])
    expect(await names('/api/organisation/lookup?role=consignee')).toEqual(['Kilo Ltd'])
    expect(await names('/api/organisation/similar?name=Kilo+Limited')).toEqual(['Kilo Ltd'])
    expect(await names('/api/organisation/Limited')).toEqual([])
    const found = async (query: string) =>
      (await company.call<Job[]>('GET', `/api/shipment?${query}`)).body.map(({ id }) => id)
    expect(await found('search=kilo+ltd')).toEqual([job.id])
    expect(await found('search=limited')).toEqual([])
    expect(await found(`party=${kept.partyId}`)).toEqual([job.id])
    const file = await company.call('POST', '/api/organisation/export', { format: 'csv' })
    expect(String(file.body)).not.toContain('Limited')
  })

  test('is told in the history of both, and of the jobs with how many others', async () => {
    const [kept, gone] = [await kilo(), await lima()]
    const jobs = [await buildJob(company), await buildJob(company)]
    for (const { id } of jobs) await buildParty(company, id, 'consignee', gone.partyId)
    const { body } = await merge(kept, gone)
    const words = 'merged Kilo Limited into Kilo Ltd: 2 jobs and 1 further contact moved'
    for (const { id } of [kept, gone]) {
      const entries = await historyOf(`organisation=${id}`)
      expect(entries.filter(({ record }) => record.type === 'contactMerge')).toMatchObject([
        { words, record: { label: 'Merge', name: 'Kilo Limited', id: body.merge.id } },
      ])
    }
    const mark = {
      id: body.merge.id,
      keptId: kept.id,
      keptName: 'Kilo Ltd',
      mergedName: 'Kilo Limited',
      others: 1,
      isUndo: false,
    }
    const [added, removed, before] = await historyOf(`job=${jobs[0]?.id}`)
    expect(added).toMatchObject({ words: 'added Kilo Ltd as Consignee', merge: mark })
    expect(removed).toMatchObject({ words: 'removed Kilo Limited as Consignee', merge: mark })
    expect(before).toMatchObject({ words: 'added Kilo Limited as Consignee' })
    expect(before).not.toHaveProperty('merge')
    expect(removed?.changes).toMatchObject([{ oldText: 'Kilo Limited', restorable: false }])
    // A program that brings the earlier party back gives the role to the one that stands in its place.
    const job = jobs[0]?.id ?? ''
    await company.call('DELETE', `${partyWire.consignee.path}/${added?.record.id}`)
    const restored = await company.call('POST', '/api/history/restore', {
      entry: removed?.id,
      fields: ['shipmentConsignees'],
    })
    expect(restored.status).toBe(200)
    expect(await partyOn(job, 'consignee')).toBe(kept.partyId)
  })

  test('is refused for a contact with itself, and where one was changed since it was shown', async () => {
    const [kept, gone] = [await kilo(), await lima()]
    await company.call('PUT', '/api/organisation', { id: gone.id, name: 'Kilo SRL' })
    await expectNoChange(rows, company, async () => {
      expectProblem(await merge(kept, kept), 'invalid_input', {
        errors: [{ path: 'mergedId', message: 'A contact cannot be merged with itself.' }],
      })
      expectProblem(
        await company.call('GET', `/api/organisation/${kept.id}/merge?with=${kept.id}`),
        'invalid_input',
      )
      const outdated = await merge(kept, gone)
      expectProblem(outdated, 'changed_meanwhile')
      expect(outdated.body).toMatchObject({
        detail: '“Kilo SRL” was changed after you opened it.',
        current: { id: gone.id, name: 'Kilo SRL', version: 2 },
        changes: [{ field: 'name', old: 'Kilo Limited', new: 'Kilo SRL', by: 'Amina Qureshi' }],
      })
      expectProblem(await merge({ ...kept, version: 9 }, { ...gone, version: 2 }), 'changed_meanwhile')
      expectProblem(await merge(kept, gone, { take: ['contact.planet'] }), 'invalid_input')
    })
  })

  test('is not another company’s, nor a Viewer’s', async () => {
    const [kept, gone] = [await kilo(), await lima()]
    const other = await buildCompany(product)
    const theirs = await buildOrganisation(other)
    const viewer = await buildColleague(product, company, 'viewer')
    await expectNoChange(rows, other, () =>
      expectNoChange(rows, company, async () => {
        for (const [one, two] of [
          [kept, theirs],
          [theirs, kept],
        ] as const)
          expectProblem(await merge(one, two), 'not_found')
        expectProblem(await company.call('GET', `/api/organisation/${theirs.id}/merges`), 'not_found')
        expectProblem(
          await company.call('GET', `/api/organisation/${kept.id}/merge?with=${theirs.id}`),
          'not_found',
        )
        expectProblem(await merge(kept, gone, {}, viewer), 'not_allowed')
      }),
    )
    const { body } = await merge(kept, gone)
    expectProblem(await undo(body.merge.id, other), 'not_found')
    expectProblem(await undo(body.merge.id, viewer), 'not_allowed')
  })

  test('that is asked for again, after a lost answer, is one merge', async () => {
    const [kept, gone] = [await kilo(), await lima()]
    const id = crypto.randomUUID()
    const first = await merge(kept, gone, { id, take: ['name'] })
    await expectNoChange(rows, company, async () => {
      const again = await merge(kept, gone, { id, take: ['name'] })
      expect(again.status).toBe(200)
      expect(again.body).toEqual(first.body)
      // Known too by what became of the contact, where a program names no id.
      expect((await merge(kept, gone, { take: ['name'] })).body).toEqual(first.body)
      expectProblem(await merge(kept, gone, { id }), 'already_exists')
      expectProblem(await merge(kept, gone), 'merged_away')
    })
    const [one, other] = [await kilo(), await lima()]
    const both = await Promise.all([merge(one, other), merge(one, other)])
    expect(statusesOf(both)).toEqual([200, 201])
    expect(both[0].body).toEqual(both[1].body)
  })
})

describe('the id of a contact that was merged', () => {
  test('leads to the kept one, through several merges; changes are refused by its name', async () => {
    const [a, b, c] = [await kilo(), await lima(), await buildOrganisation(company, { name: 'Mike' })]
    await merge(b, a)
    await merge(c, await read(b.id))
    const kept = await read(c.id)
    expect(await read(a.id)).toEqual(kept)
    expect(await read(a.partyId)).toEqual(kept)
    expect(await read(b.id)).toEqual(kept)
    const job = await buildJob(company)
    await expectNoChange(rows, company, async () => {
      const refused = await company.call('PUT', '/api/organisation', { id: a.id, name: 'x' })
      expectProblem(refused, 'merged_away', { current: kept })
      expect(refused.body).toMatchObject({
        detail: 'This contact was merged into “Mike”. Make the change there.',
      })
      expectProblem(await company.call('DELETE', `/api/organisation/${a.id}`), 'merged_away')
      expectProblem(await company.call('POST', '/api/organisation', { id: a.id, name: 'x' }), 'merged_away')
      expectProblem(await merge(kept, a), 'merged_away')
    })
    const saved = await company.call('PUT', '/api/shipment', {
      id: job.id,
      shipmentConsignees: [{ consigneeId: a.partyId }],
    })
    expect(saved.status).toBe(200)
    expect(await partyOn(job.id, 'consignee')).toBe(c.partyId)
    const { body: link } = await company.call('POST', partyWire.agent.path, {
      shipmentId: job.id,
      agentId: b.partyId,
    })
    expect(link).toMatchObject({ agentId: c.partyId, party: { relatedId: c.id } })
    const body = { id: crypto.randomUUID(), name: 'Twice', shipmentShipers: [{ shipperId: a.partyId }] }
    const posts = [
      await company.call('POST', '/api/shipment', body),
      await company.call('POST', '/api/shipment', body),
    ]
    expect(posts.map(({ status }) => status)).toEqual([201, 200])
    expect(await partyOn(body.id, 'shipper')).toBe(c.partyId)
    const jobs = await company.call<Job[]>('GET', `/api/shipment?party=${a.partyId}`)
    expect(jobs.body).toHaveLength(2)
    expect(await company.call('GET', `/api/organisation/${a.id}/jobs`)).toMatchObject({
      status: 200,
      headers: { 'x-total-count': '2' },
    })
  })

  test('leads there after what an undo needs was forgotten', async () => {
    const [kept, gone] = [await kilo(), await lima()]
    const { body } = await merge(kept, gone)
    await rows.select(`update contact_merges set made_at = made_at - interval '32 days' where id = $1`, [
      body.merge.id,
    ])
    expectProblem(await undo(body.merge.id), 'in_use')
    await rows.select(`select forget_contact_merges(interval '31 days')`)
    expect(await rows.select('select before from contact_merges where id = $1', [body.merge.id])).toEqual([
      { before: null },
    ])
    expect(await rows.select('select from contact_merge_jobs where merge_id = $1', [body.merge.id])).toEqual(
      [],
    )
    expectProblem(await undo(body.merge.id), 'in_use')
    expect((await read(gone.id)).id).toBe(kept.id)
  })
})

describe('the undo of a merge', () => {
  const standing = async () => ({
    organisations: await rows.select(
      'select id, name, description, contact_name from organisations order by id',
    ),
    parties: await rows.select('select * from parties order by id'),
    contacts: await rows.select('select * from contacts order by id'),
    links: await rows.select('select * from job_parties order by id'),
    index: await rows.select('select job_id, consignee, search_text from job_index order by job_id'),
    found: await rows.select('select * from organisation_index order by organisation_id'),
  })

  test('puts everything back as it was, once', async () => {
    const [kept, gone] = [await kilo(), await lima()]
    const job = await buildJob(company)
    await buildParty(company, job.id, 'consignee', gone.partyId)
    await buildParty(company, job.id, 'shipper', kept.partyId)
    const before = await standing()
    const { body } = await merge(kept, gone, { take: ['name', 'contact.city', 'contact.street'] })
    expect(await standing()).not.toEqual(before)
    const undone = await undo(body.merge.id)
    expect(undone).toMatchObject({
      status: 200,
      body: { jobs: 1, people: 1, left: { jobIds: [], jobs: 0, people: [], fields: [] } },
    })
    expect(await standing()).toEqual(before)
    expect(undone.body.organisation).toEqual({ ...(await read(kept.id)), version: kept.version + 2 })
    expect(undone.body.restored).toEqual({ ...(await read(gone.id)), version: gone.version + 1 })
    await expectNoChange(rows, company, async () => {
      expect((await undo(body.merge.id)).body).toEqual(undone.body)
    })
    const [told] = await historyOf(`organisation=${kept.id}`)
    expect(told?.words).toBe(
      'undid the merge of Kilo Limited into Kilo Ltd: 1 job and 1 further contact put back',
    )
    const [link] = await historyOf(`job=${job.id}`)
    expect(link).toMatchObject({ words: 'added Kilo Limited as Consignee', merge: { isUndo: true } })
    expect((await company.call('GET', `/api/organisation/${kept.id}/merges`)).body).toEqual([])
    // It can be merged anew.
    expect((await merge(await read(kept.id), await read(gone.id))).status).toBe(201)
  })

  test('leaves what was changed since, and says so', async () => {
    const [kept, gone] = [await kilo(), await lima()]
    const jobs = [await buildJob(company), await buildJob(company), await buildJob(company)]
    const links = []
    for (const { id } of jobs) links.push(await buildParty(company, id, 'consignee', gone.partyId))
    const { body } = await merge(kept, gone, { take: ['contact.city'] })
    const other = await buildOrganisation(company, { name: 'November' })
    await buildParty(company, jobs[0]?.id ?? '', 'consignee', other.partyId)
    await company.call('DELETE', `${partyWire.consignee.path}/${links[1]?.id}`)
    const [address, , carl] = body.organisation.organisationContacts
    const contact = { ...carl?.contact, role: 'Exports' }
    await company.call('PUT', '/api/organisation', {
      id: kept.id,
      contactName: 'Dora',
      organisationContacts: [
        { ...address, contact: { id: address?.contactId, city: 'Milan' } },
        { ...carl, contact },
      ],
    })
    const undone = await undo(body.merge.id)
    const left = {
      jobIds: [jobs[1]?.jobId, jobs[0]?.jobId],
      jobs: 2,
      people: ['Carl'],
      fields: ['Contact Name', 'City'],
    }
    expect(undone.body).toMatchObject({ jobs: 1, people: 0, left })
    expect(await partyOn(jobs[0]?.id ?? '', 'consignee')).toBe(other.partyId)
    expect(await partyOn(jobs[1]?.id ?? '', 'consignee')).toBeUndefined()
    expect(await partyOn(jobs[2]?.id ?? '', 'consignee')).toBe(gone.partyId)
    expect(undone.body.organisation).toMatchObject({ contactName: 'Dora' })
    expect(undone.body.organisation.organisationContacts.map(link => link.contact)).toMatchObject([
      { city: 'Milan', street: null },
      { name: 'Ada' },
      { name: 'Carl', role: 'Exports' },
    ])
    expect(undone.body.restored.organisationContacts.map(link => link.contact)).toMatchObject([
      { city: 'Turin', street: 'Via Po' },
      { name: 'Ada' },
    ])
    const [told] = await historyOf(`organisation=${gone.id}`)
    expect(told?.words).toContain(
      'changed since and left as it is: 2 jobs, 1 further contact, Contact Name, City',
    )
  })

  test('of several goes backwards, and not once the kept one is deleted', async () => {
    const [a, b, c, d] = [await kilo(), await kilo(), await kilo(), await kilo()] as [
      Built,
      Built,
      Built,
      Built,
    ]
    const first = (await merge(b, a)).body.merge
    const second = (await merge(await read(b.id), d)).body.merge
    const third = (await merge(c, await read(b.id))).body.merge
    for (const { id } of [first, second])
      await expectNoChange(rows, company, async () => expectProblem(await undo(id), 'in_use'))
    const listed = async (id: string) =>
      (await company.call<ContactMerge[]>('GET', `/api/organisation/${id}/merges`)).body.map(one => [
        one.id,
        one.canBeUndone,
      ])
    expect(await listed(c.id)).toEqual([[third.id, true]])
    expect((await undo(third.id)).status).toBe(200)
    expect(await listed(b.id)).toEqual([
      [second.id, true],
      [first.id, false],
    ])
    expect((await undo(second.id)).status).toBe(200)
    expect((await undo(first.id)).status).toBe(200)
    const last = (await merge(b, await read(a.id), { keptVersion: (await read(b.id)).version })).body.merge
    await company.call('DELETE', `/api/organisation/${b.id}`)
    expectProblem(await undo(last.id), 'in_use')
    expectProblem(await company.call('GET', `/api/organisation/${a.id}`), 'not_found')
  })
})

test('every reference to a contact or its party is one that a merge knows', async () => {
  const found = await rows.select<{ reference: string }>(
    `select c.conrelid::regclass || '.' || a.attname as reference
     from pg_constraint c
     join lateral unnest(c.conkey) as key (number) on true
     join pg_attribute a on a.attrelid = c.conrelid and a.attnum = key.number
     where c.contype = 'f' and a.attname <> 'account_id'
       and c.confrelid in ('organisations'::regclass, 'parties'::regclass, 'contacts'::regclass)
     order by 1`,
  )
  expect(found.map(({ reference }) => reference)).toEqual(Object.keys(referencesOfContacts).sort())
})
