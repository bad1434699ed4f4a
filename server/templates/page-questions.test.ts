import { expect, test } from 'vitest'
import type { TemplatePage } from '#contract/template-pages.ts'
import type { DocumentTemplate } from '#contract/templates.ts'
import { buildCompany, buildOrganisation, formWithFile } from '#testing/factories.ts'
import { buildFullJob } from '#testing/job-fixtures.ts'
import { expectNoChange } from '#testing/refusals.ts'
import { companyPerTest } from '#testing/test-company.ts'
import { paragraph } from '#testing/word/markup.ts'
import { templateFile } from '#testing/word/template-file.ts'

const { rows, company } = companyPerTest({}, buildCompany)
const path = '/api/documenttemplate'

async function pageOf(job: { id: string }, lines: readonly string[]): Promise<TemplatePage> {
  const content = templateFile({ isDocument: true, body: lines.map(line => paragraph(line)).join('') })
  const { payload, headers } = formWithFile({ name: 'Our notice.docx', content })
  const upload = await company.call<DocumentTemplate>('POST', `${path}?asTemplate=true`, payload, headers)
  const reply = await expectNoChange(rows, company, () =>
    company.call<TemplatePage>('GET', `${path}/${upload.body.id}/page?shipmentId=${job.id}`),
  )
  expect(reply.status).toBe(200)
  return reply.body
}

/** An asked place, whose label goes with it where there is one before it in its line. */
const place = (paragraphIndex: number, from: number, text: string, ...fields: readonly string[][]) => ({
  ...{ from: { paragraph: paragraphIndex, offset: from }, text, kind: 'asked', writing: null, list: null },
  to: { paragraph: paragraphIndex, offset: from + text.length },
  line:
    from === 0
      ? null
      : {
          from: { paragraph: paragraphIndex, offset: 0 },
          to: { paragraph: paragraphIndex, offset: from + text.length },
        },
  choices: fields.map(([name = '', label = '', format = '']) => ({
    ...{ name, label, placeholder: `{{${name}${format}}}` },
  })),
})

test('the lines of an address that two parties share are one question', async () => {
  const { partyId } = await buildOrganisation(company, {
    name: 'Clifton Decor Trading',
    organisationContacts: [{ contact: { street: '12 Marine Drive', city: 'Karachi' } }],
  })
  const job = await buildFullJob(company, {}, { consignee: { partyId }, notifyParty: { partyId } })
  const { places, questions } = await pageOf(job, [
    'Messrs',
    'Clifton Decor Trading',
    'Karachi',
    '12 Marine Drive',
  ])
  const roles = ['Consignee', 'Notify Party', 'Customer']
  const shared = (index: number, text: string, field: string, label: string) =>
    place(
      ...([index, 0, text] as const),
      ...roles.map(role => [`${role.replace(' ', '')}.${field}`, `${role}: ${label}`]),
    )
  // Who pays for an import is its consignee where nobody else is said to be its customer.
  expect([places, questions]).toEqual([
    [
      shared(1, 'Clifton Decor Trading', 'Name', 'Name'),
      shared(2, 'Karachi', 'City', 'City'),
      shared(3, '12 Marine Drive', 'Street', 'Street'),
    ],
    [
      {
        places: [0, 1, 2],
        answers: roles.map((label, choice) => ({ label, choices: [choice, choice, choice] })),
      },
    ],
  ])
})

test('a day that two fields share is one question under one label, and another under another', async () => {
  const job = await buildFullJob(company, { etd: '2026-12-03', onBoardDate: '2026-12-03' })
  const lines = ['Dated: 03.12.2026', '', 'Dated: 03.12.2026', '', 'Signed: 03.12.2026', '', '03.12.2026']
  const { places, questions } = await pageOf(job, lines)
  const format = ' | date:"dd.MM.yyyy"'
  const shared = (index: number, from: number) =>
    place(
      ...([index, from, '03.12.2026'] as const),
      ['Shipment.Etd', 'ETD', format],
      ['Shipment.OnBoardDate', 'On-board Date', format],
    )
  expect([places, questions]).toEqual([
    [shared(0, 7), shared(2, 7), shared(4, 8), shared(6, 0)],
    [
      {
        places: [0, 1],
        answers: [
          { label: 'ETD', choices: [0, 0] },
          { label: 'On-board Date', choices: [1, 1] },
        ],
      },
    ],
  ])
})
