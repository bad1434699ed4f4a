import { expect, test } from 'vitest'
import type { MailTemplate } from '#contract/mail-templates.ts'
import { buildColleague, buildCompany, type Caller } from '#testing/factories.ts'
import { expectNoChange, expectProblem } from '#testing/refusals.ts'
import { companyPerTest } from '#testing/test-company.ts'

const { product, rows, company } = companyPerTest()

const path = '/api/mailtemplate'
const own = {
  name: 'Reminder',
  purpose: 'other',
  subject: 'Reminder',
  text: 'Please pay.',
  to: [],
  cc: [],
  documentTemplateIds: [],
  stamp: null,
}
const unknownNames = (count: number) =>
  Array.from({ length: count }, (_, n) => `{{Consigneeee.Naame${n}}}`).join('')

const add = async (text: string) => (await company.call<MailTemplate>('POST', path, { ...own, text })).body
const reading = async (by: Caller, id: string) => {
  const { status, body } = await by.call<MailTemplate[]>('GET', path)
  expect(status).toBe(200)
  return body.find(one => one.id === id)
}
const keptReports = () =>
  rows.select<{ problems: unknown[] }>('select problems from mail_template_reports where account_id = $1', [
    company.membership.account.id,
  ])

test('a text of 700 unknown names is looked through once, when it is saved, and told in fifty', async () => {
  const viewer = await buildColleague(product, company, 'viewer')
  await reading(viewer, '')
  const before = product.word.tasks
  const template = await add(unknownNames(700))
  expect(product.word.tasks).toBe(before + 1)
  expect(template.problems).toHaveLength(51)
  expect(template.problems[0]).toEqual({
    name: 'Consigneeee.Naame0',
    message: '“Consigneeee.Naame0” is not a known field; did you mean “Consignee.Name”?',
    place: 'Text',
    suggestion: 'Consignee.Name',
  })
  expect(template.problems.at(-1)).toEqual({
    name: null,
    message: '650 more problems are not listed. Correct these first.',
    place: 'the whole template',
    suggestion: null,
  })
  expect(await keptReports()).toEqual([{ problems: template.problems }])
  for (let time = 0; time < 3; time += 1) expect(await reading(viewer, template.id)).toEqual(template)
  expect(product.word.tasks).toBe(before + 1)
})

test('what is kept with a template is what is read, until its texts are others', async () => {
  const template = await add('{{Nothing}}')
  await rows.select(
    `update mail_template_reports set problems = jsonb_set(problems, '{0,message}', '"As it was kept."')
     where account_id = $1`,
    [company.membership.account.id],
  )
  expect((await reading(company, template.id))?.problems).toMatchObject([{ message: 'As it was kept.' }])
  const { body } = await company.call<MailTemplate>('PUT', path, { id: template.id, text: '{{Nobody}}' })
  expect(body.problems).toMatchObject([{ message: '“Nobody” is not a known field.' }])
  expect(await keptReports()).toEqual([{ problems: body.problems }])
})

test('a template of an earlier version of the product is looked through when it is first read', async () => {
  const id = crypto.randomUUID()
  await rows.select(
    `insert into mail_templates (account_id, id, name, purpose, subject, body)
     values ($1, $2, 'Before', 'other', '{{Subjct}}', 'Words for {{Shipment.Nmae}}')`,
    [company.membership.account.id, id],
  )
  const problems = [
    { name: 'Subjct', place: 'Subject' },
    { name: 'Shipment.Nmae', place: 'Text', suggestion: 'Shipment.Name' },
  ]
  expect((await reading(company, id))?.problems).toMatchObject(problems)
  expect(await keptReports()).toMatchObject([{ problems }])
})

test('a text that cannot be used is kept with one problem, and another company’s list is read all the same', async () => {
  const template = await add('{{a}}'.repeat(1001))
  expect(template.problems).toEqual([
    {
      name: null,
      message: 'The text has more than 1000 placeholders. Place: Text.',
      place: 'Text',
      suggestion: null,
    },
  ])
  const other = await buildCompany(product)
  expect((await other.call<MailTemplate[]>('GET', path)).body).toHaveLength(8)
})

test('a company has at most 500 e-mail templates', async () => {
  const { id } = company.membership.account
  await rows.select(
    `insert into mail_templates (account_id, id, name, purpose, subject, body)
     select $1, gen_random_uuid(), 'Template ' || n, 'other', 's', 't' from generate_series(1, 499) n`,
    [id],
  )
  const last = await add('The last one.')
  const refused = await expectNoChange(rows, company, () => company.call('POST', path, own))
  expectProblem(refused, 'limit_reached', {
    detail: 'A company has at most 500 e-mail templates. Delete one that is no longer used.',
  })
  expect((await company.call('DELETE', `${path}/${last.id}`)).status).toBe(204)
  expect((await add('In its place.')).version).toBe(1)
  expectProblem(await company.call('POST', `${path}/${last.id}/restore`), 'limit_reached')
})
