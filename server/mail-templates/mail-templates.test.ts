import { describe, expect, test } from 'vitest'
import type { MailTemplate, RenderedMail } from '#contract/mail-templates.ts'
import type { Problem } from '#contract/errors.ts'
import type { Job } from '#contract/jobs.ts'
import type { MailDetails } from '#contract/mails.ts'
import { buildColleague, buildCompany, buildOrganisation, buildJob } from '#testing/factories.ts'
import { buildFullJob } from '#testing/job-fixtures.ts'
import { expectFieldsRefused, expectNoChange, expectProblem } from '#testing/refusals.ts'
import { readStarterTemplates } from '#server/templates/starter-templates.ts'
import { companyPerTest } from '#testing/test-company.ts'

const { product, rows, company } = companyPerTest(async () => ({ starters: await readStarterTemplates() }))

const path = '/api/mailtemplate'
const list = async (by = company) => (await by.call<MailTemplate[]>('GET', path)).body
const named = async (name: string) => {
  const found = (await list()).find(one => one.name === name)
  if (!found) throw new Error(`There is no ${name}.`)
  return found
}
const own = {
  name: 'Reminder',
  purpose: 'other',
  subject: 'Reminder: job {{JobId}}',
  text: 'Please pay.\n\n{{User.Name}}',
  to: ['customer'],
  cc: [],
  documentTemplateIds: [],
  stamp: null,
}

describe('the ready made templates', () => {
  test('are there from the start, attach the starter templates and name no field that does not exist', async () => {
    const all = await list()
    const { body: papers } = await company.call<{ id: string; name: string }[]>(
      'GET',
      '/api/documenttemplate',
    )
    const paperName = (id: string) => papers.find(paper => paper.id === id)?.name
    expect(
      all.map(({ name, to, cc, stamp, documentTemplateIds }) => [
        name,
        [...to, ...cc.map(role => `cc ${role}`)].join(', '),
        stamp,
        documentTemplateIds.map(paperName).join(),
      ]),
    ).toEqual([
      ['Booking confirmation', 'customer', null, 'Booking Confirmation (starter).dotx'],
      ['Shipping instructions to the agent', 'agent', 'sisttao', 'Shipping Instructions (starter).dotx'],
      ['Documents to the carrier', 'carrier', 'dsttco', ''],
      ['Pre-alert', 'customer, cc agent', 'dettco', 'Pre-alert (starter).dotx'],
      ['Arrival notice', 'consignee', 'dettco', 'Arrival Notice (starter).dotx'],
      ['Documents for customs', 'clearingAgent', null, ''],
      ['Delivery order ready', 'consignee, cc clearingAgent', null, 'Delivery Order (starter).dotx'],
      ['Status update', 'customer', null, ''],
    ])
    for (const one of all)
      expect(one).toMatchObject({ problems: [], isReadyMade: true, isChanged: false, version: 0 })
  })

  test('are changed for one company, told in its history and made again as they came', async () => {
    const notice = await named('Arrival notice')
    const other = await buildCompany(product)
    const changes = { id: notice.id, subject: 'Arriving: {{JobId}}', cc: ['agent'], documentTemplateIds: [] }
    const { status, body, headers } = await company.call<MailTemplate>('PUT', path, changes, {
      'if-match': '"0"',
    })
    expect([status, headers['etag']]).toEqual([200, '"1"'])
    expect(body).toEqual({ ...notice, ...changes, isChanged: true, version: 1 })
    expect(await named('Arrival notice')).toEqual(body)
    expect((await list(other)).find(({ id }) => id === notice.id)).toMatchObject({ isChanged: false })

    const stale = await company.call('PUT', path, { ...changes, name: 'X' }, { 'if-match': '"0"' })
    expectProblem(stale, 'changed_meanwhile')
    expect(stale.body).toMatchObject({
      changes: [
        { field: 'subject', old: notice.subject, new: changes.subject },
        { field: 'cc', old: [], new: ['agent'] },
      ],
    })
    const again = await company.call<MailTemplate>('POST', `${path}/${notice.id}/reset`)
    expect(again.body).toEqual({ ...notice, version: 2 })
    const blind = await company.call<MailTemplate>('PUT', path, { id: notice.id, bcc: ['agent'] })
    expect(blind.body).toEqual({ ...notice, bcc: ['agent'], isChanged: true, version: 3 })
    const without = await company.call<MailTemplate>('POST', `${path}/${notice.id}/reset`)
    expect(without.body).toEqual({ ...notice, version: 4 })
  })

  test('are taken away and brought back', async () => {
    const { id } = await named('Status update')
    expect((await company.call('DELETE', `${path}/${id}`)).status).toBe(204)
    expect((await list()).map(({ name }) => name)).not.toContain('Status update')
    expectProblem(await company.call('PUT', path, { id, name: 'X' }), 'not_found')
    expectProblem(await company.call('DELETE', `${path}/${id}`), 'not_found')
    const { body: deleted } = await company.call('GET', `${path}/deleted`)
    expect(deleted).toEqual([
      { id, name: 'Status update', deletedAt: expect.any(String), deletedBy: company.person.name },
    ])
    expect((await company.call('POST', `${path}/${id}/restore`)).status).toBe(200)
    expectProblem(await company.call('POST', `${path}/${id}/restore`), 'not_found')
    expect((await list()).map(({ name }) => name)).toContain('Status update')
  })
})

describe("a company's own template", () => {
  test('is added once, changed and taken away, and belongs to it alone', async () => {
    const id = crypto.randomUUID()
    const added = await company.call<MailTemplate>('POST', path, { id, ...own })
    expect(added.status).toBe(201)
    expect(added.body).toEqual({
      id,
      ...own,
      bcc: [],
      isReadyMade: false,
      isChanged: false,
      problems: [],
      version: 1,
    })
    expect((await company.call('POST', path, { id, ...own })).status).toBe(200)
    expectProblem(await company.call('POST', path, { id, ...own, name: 'Other' }), 'already_exists')
    expect((await list()).at(-1)).toEqual(added.body)

    const other = await buildCompany(product)
    await expectNoChange(rows, company, async () => {
      expectProblem(await other.call('PUT', path, { id, name: 'Theirs' }), 'not_found')
      expectProblem(await other.call('DELETE', `${path}/${id}`), 'not_found')
      expectProblem(await company.call('POST', `${path}/${id}/reset`), 'invalid_input')
    })
    expect((await company.call('DELETE', `${path}/${id}`)).status).toBe(204)
    expect((await list()).map(({ name }) => name)).not.toContain(own.name)
  })

  test('says what in it cannot be filled', async () => {
    const { body } = await company.call<MailTemplate>('POST', path, {
      ...own,
      subject: '{{Shipment.HousBl}}',
      text: 'One\n{{#Items}}{{Name}}',
    })
    expect(body.problems).toEqual([
      {
        name: 'Shipment.HousBl',
        message: '“Shipment.HousBl” is not a known field; did you mean “Shipment.HouseBl”?',
        place: 'Subject',
        suggestion: 'Shipment.HouseBl',
      },
      {
        name: 'Items',
        message: '“{{#Items}}” is never closed. Write “{{/Items}}” where the repeat ends.',
        place: 'Text, line 2',
        suggestion: null,
      },
    ])
  })

  test('is refused with what is wrong in it', async () => {
    const { id } = (await company.call<MailTemplate>('POST', path, own)).body
    await expectFieldsRefused(rows, company, {
      method: 'PUT',
      url: path,
      fields: {
        name: ['', null, 'x'.repeat(201)],
        purpose: ['never'],
        subject: ['', 'two\nlines', 'x'.repeat(501)],
        text: ['', 'x'.repeat(20_001), 'a\u0000'],
        to: [['consignee', 'consignee'], 'consignee'],
        'cc.0': [['nobody']],
        'bcc.0': [['nobody']],
        'documentTemplateIds.0': [[crypto.randomUUID()], ['x']],
        stamp: ['etd'],
      },
      bodyWith: (field, value) => ({ id, [field.split('.')[0] ?? '']: value }),
    })
  })

  test('is read by Viewers and written by Staff', async () => {
    const viewer = await buildColleague(product, company, 'viewer')
    expect((await list(viewer)).length).toBe(8)
    await expectNoChange(rows, company, async () =>
      expectProblem(await viewer.call('POST', path, own), 'not_allowed'),
    )
  })
})

describe('a mail for a job', () => {
  const build = async () => {
    const consignee = await buildOrganisation(company, {
      name: 'Indus Textiles',
      contactName: 'Sana Mir',
      organisationContacts: [
        { contact: { email: 'sana@indus.example; Office@indus.example, no address' } },
        { contact: { name: 'Ali Raza', role: 'Customs', email: 'ali@indus.example' } },
        { contact: { name: 'Twice', email: 'SANA@indus.example' } },
      ],
    })
    const agent = await buildOrganisation(company, { name: 'Elbe Agency' })
    const job = await buildFullJob(
      company,
      { name: 'Yarn', hbl: 'LDG-7', eta: '2026-12-03', grossWeight: 1200, weightUnit: 0 },
      { consignee, agent },
    )
    return { job, consignee, agent }
  }

  test('has subject, text, recipients and attachments of its template, and tells what is missing', async () => {
    const { job, agent } = await build()
    const template = await named('Pre-alert')
    const { body } = await company.call<RenderedMail>('POST', `${path}/${template.id}/render`, {
      shipmentId: job.id,
    })
    const text = [
      'Dear Sana Mir,',
      '',
      'This is advance notice of your shipment. Its documents are attached.',
      '',
      'House B/L: LDG-7',
      'Gross weight: 1,200.00\u00a0kg',
      'ETA: 03 Dec 2026',
      '',
      'Kind regards,',
      'Amina Qureshi',
      'Karachi Forwarding',
    ].join('\n')
    expect(body).toEqual({
      subject: 'Pre-alert: Job 1, B/L LDG-7, ETA 03 Dec 2026',
      text,
      html: expect.stringContaining('<p dir="auto">Dear Sana Mir,</p>'),
      problems: [],
      missing: [],
      to: [
        { name: 'Sana Mir', address: 'sana@indus.example' },
        { name: 'Sana Mir', address: 'Office@indus.example' },
      ],
      cc: [],
      bcc: [],
      attachments: [{ templateId: template.documentTemplateIds[0], name: 'Pre-alert.docx' }],
      numbers: [],
      stamp: 'dettco',
    })
    const instructions = await named('Shipping instructions to the agent')
    const other = await company.call<RenderedMail>('POST', `${path}/${instructions.id}/render`, {
      shipmentId: job.id,
    })
    expect(other.body.missing).toEqual([
      {
        label: 'Agent',
        message: 'Agent has no e-mail address',
        place: { screen: 'contact', id: agent.id },
      },
    ])
    const blind = { ...own, bcc: ['customer', 'agent', 'consignee'], cc: ['customer'], to: ['agent'] }
    const { body: withBlind } = await company.call<MailTemplate>('POST', path, blind)
    const fourth = await company.call<RenderedMail>('POST', `${path}/${withBlind.id}/render`, {
      shipmentId: job.id,
    })
    // Nobody is written to twice.
    expect([fourth.body.to, fourth.body.cc, fourth.body.bcc]).toEqual([[], body.to, []])
    const customs = await named('Documents for customs')
    const third = await company.call<RenderedMail>('POST', `${path}/${customs.id}/render`, {
      shipmentId: job.id,
    })
    expect(third.body.missing).toEqual([
      {
        label: 'Clearing Agent',
        message: 'Clearing agent is not set',
        place: { screen: 'details', field: 'clearingAgent' },
      },
      {
        label: 'Attachments',
        message: 'The text speaks of an attachment, and nothing is attached',
        place: null,
        check: true,
      },
    ])
  })

  test('shows what values hold as text, never as HTML, and in one line of subject', async () => {
    const { job } = await build()
    await company.call('PUT', '/api/shipment', {
      id: job.id,
      name: '<img src=x onerror=alert(1)>\r\nBcc: evil@example.com',
    })
    const { body } = await company.call<RenderedMail>('POST', `${path}/preview`, {
      shipmentId: job.id,
      subject: 'Job {{Shipment.Name}}',
      text: '<script>alert(1)</script> {{Shipment.Name}} {{Shipment.VesselName}} {{Nothing}}',
    })
    expect(body.subject).toBe('Job <img src=x onerror=alert(1)> Bcc: evil@example.com')
    expect(body.html).toContain('&lt;script&gt;alert(1)&lt;/script&gt; &lt;img src=x onerror=alert(1)&gt;')
    expect(body.html).not.toMatch(/<(script|img)/)
    expect(body.missing.map(({ message }) => message)).toEqual(['Vessel name is empty'])
    expect(body.problems.map(({ message }) => message)).toEqual(['“Nothing” is not a known field.'])
  })

  describe('a text that names a number', () => {
    const numbered = async () => {
      const { job } = await build()
      const text = 'Find attached {{Numbers.ArrivalNotice}}.'
      const { body } = await company.call<MailTemplate>('POST', path, { ...own, subject: 'Arrival', text })
      return { job, template: body }
    }
    const render = async (template: MailTemplate, { id }: Job) =>
      (await company.call<RenderedMail>('POST', `${path}/${template.id}/render`, { shipmentId: id })).body
    const send = <Body = MailDetails>(job: Job, rendered: RenderedMail, more: object = {}) => {
      const { subject, text, numbers } = rendered
      const to = [{ address: 'ann@x.example' }]
      const mail = { id: crypto.randomUUID(), shipmentId: job.id, to, subject, text, numbers, ...more }
      return company.call<Body>('POST', '/api/mail', mail)
    }
    const anotherJob = () => buildJob(company, { quote: { commodity: 'Cotton' } })

    test('uses none as long as it is previewed and drafted, and uses it when the mail is kept', async () => {
      const { job, template } = await numbered()
      const { subject, text } = template
      await expectNoChange(rows, company, async () => {
        for (let time = 0; time < 10; time += 1) {
          const rendered = await render(template, job)
          expect([rendered.text, rendered.numbers]).toEqual([
            'Find attached AN-00001.',
            [{ kind: 'arrivalNotice', number: 'AN-00001' }],
          ])
          await company.call('POST', `${path}/preview`, { shipmentId: job.id, subject, text })
          await company.call('POST', '/api/mail/preview', { shipmentId: job.id, ...rendered })
        }
      })
      const rendered = await render(template, job)
      expect((await send(job, rendered)).status).toBe(201)
      expect(
        await rows.select('select number from job_numbers where used_at is not null and job_id = $1', [
          job.id,
        ]),
      ).toEqual([{ number: 'AN-00001' }])
      expect((await render(template, await anotherJob())).text).toBe('Find attached AN-00002.')
      expect((await send(job, await render(template, job))).body.text).toBe('Find attached AN-00001.')
    })

    test('is refused in words where another job has been given the number meanwhile', async () => {
      const { job, template } = await numbered()
      const rendered = await render(template, job)
      const other = await anotherJob()
      expect((await send(other, await render(template, other))).status).toBe(201)
      const refused = await expectNoChange(rows, company, () => send<Problem>(job, rendered))
      expect(refused.body).toMatchObject({
        status: 409,
        code: 'number_given',
        detail:
          'The text names arrival notice AN-00001, which has changed or now belongs to another job. This job’s is AN-00002.',
      })
      expect((await send(job, await render(template, job))).body.text).toBe('Find attached AN-00002.')
    })

    test('uses none where the person has taken it out of the text', async () => {
      const { job, template } = await numbered()
      const rendered = await render(template, job)
      for (const text of ['Nothing attached.', 'See AN-000012 and XAN-00001.'])
        expect((await send(job, rendered, { text })).status).toBe(201)
      expect(await rows.select('select 1 from job_numbers where job_id = $1', [job.id])).toEqual([])
      expect((await render(template, await anotherJob())).text).toBe('Find attached AN-00001.')
    })
  })

  test('offers everybody who can be written to at each party', async () => {
    const { job, consignee, agent } = await build()
    const { body } = await company.call('GET', `/api/mailaddress?shipmentId=${job.id}`)
    expect(body).toEqual([
      {
        role: 'consignee',
        isCustomer: true,
        organisation: { id: consignee.id, name: 'Indus Textiles' },
        addresses: [
          { name: 'Sana Mir', address: 'sana@indus.example', detail: null },
          { name: 'Sana Mir', address: 'Office@indus.example', detail: null },
          { name: 'Ali Raza', address: 'ali@indus.example', detail: 'Customs' },
        ],
      },
      {
        role: 'agent',
        isCustomer: false,
        organisation: { id: agent.id, name: 'Elbe Agency' },
        addresses: [],
      },
    ])
  })

  test("is made of the company's own jobs and templates alone", async () => {
    const { job } = await build()
    const other = await buildCompany(product)
    const { body: template } = await company.call<MailTemplate>('POST', path, own)
    const ofReady = `${path}/${(await named('Pre-alert')).id}/render`
    expectProblem(await other.call('POST', ofReady, { shipmentId: job.id }), 'not_found')
    expectProblem(await other.call('GET', `/api/mailaddress?shipmentId=${job.id}`), 'not_found')
    const theirs = await buildJob(other)
    expectProblem(
      await other.call('POST', `${path}/${template.id}/render`, { shipmentId: theirs.id }),
      'not_found',
    )
  })
})
