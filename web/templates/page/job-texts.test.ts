import { expect, test } from 'vitest'
import type { FieldGroup } from '#contract/template-fields.ts'
import { jobTexts } from './job-texts.ts'

const group = (name: string, ...fields: [label: string, value: string, kind?: 'text' | 'number'][]) =>
  ({
    ...{ name, title: name, isList: false },
    fields: fields.map(([label, value, kind = 'text']) => ({ name: label, label, value, kind })),
  }) as unknown as FieldGroup

test('the texts of a job are those that name no field, and none of the company', () => {
  const groups = [
    group('Company', ['Bank', 'National Trade Bank']),
    group('Agent', ['Name', 'Anglia Agents'], ['Description', 'agent ']),
    group('Shipment', ['Number of packages', '234', 'number'], ['Packages in words', 'Packages']),
    group('References', ['Kind', 'Booking'], ['Booking', 'KSOL1234567'], ['Own kind', 'Bank']),
  ]
  expect(jobTexts(groups)).toEqual(['Anglia Agents', 'KSOL1234567'])
  expect(jobTexts()).toEqual([])
})
