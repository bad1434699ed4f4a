import { expect, test } from 'vitest'
import { findable } from '#server/templates/fields/findable.ts'
import { readPage } from '#server/word/finding/template-page.ts'
import type { FieldValues } from '#server/word/language/known-fields.ts'
import { paragraph } from '#testing/word/markup.ts'
import { templateFile } from '#testing/word/template-file.ts'

const places = async (text: string, fields: FieldValues['fields']) =>
  (
    await readPage(
      templateFile({
        body: text
          .split('\n')
          .map(line => paragraph(line))
          .join(''),
      }),
      findable,
      { fields, lists: {} },
    )
  ).places.map(
    ({ text: own, kind, choices }) => `${kind} ${own}: ${choices.map(({ name }) => name).join(', ')}`,
  )

test('a person and their telephone, which two parties share, are asked together', async () => {
  const of = (group: string) => ({
    [`${group}.ContactName`]: 'Helen Marsh',
    [`${group}.Telephone`]: '+44 1632 960211',
  })
  const fields = { ...of('Customer'), ...of('Shipper') }
  expect(await places('Contact: Helen Marsh, +44 1632 960211', fields)).toEqual([
    'asked Helen Marsh: Shipper.ContactName, Customer.ContactName',
    'asked +44 1632 960211: Shipper.Telephone, Customer.Telephone',
  ])
})

test('a town within the place of an Incoterm is no port and no company’s town', async () => {
  const fields = {
    ...{ 'DestinationPort.Name': 'Karachi', 'DischargePort.Name': 'Karachi', 'Consignee.City': 'Karachi' },
    'Shipment.IncotermPlace': 'Clifton, Karachi, Pakistan',
  }
  expect(await places('Delivered at Place Clifton, Karachi', fields)).toEqual([
    'asked Clifton, Karachi: Shipment.IncotermPlace',
  ])
})

test('a port’s code is that of the job’s mode, unless a label says which it is', async () => {
  const air = { 'LoadingPort.IataCode': 'LHR', 'LoadingPort.ModeCode': 'LHR' }
  expect(await places('Airport of departure: LHR', air)).toEqual([
    'found LHR: LoadingPort.ModeCode, LoadingPort.IataCode',
  ])
  const sea = { 'LoadingPort.Code': 'GBFXT', 'LoadingPort.ModeCode': 'GBFXT' }
  expect(await places('Port of loading: GBFXT', sea)).toEqual([
    'found GBFXT: LoadingPort.ModeCode, LoadingPort.Code',
  ])
})

test('a party that is told in another part of a letter tells nothing of a person that two parties share', async () => {
  const fields = {
    ...{ 'Shipper.Name': 'Waveney Paints Ltd', 'Customer.ContactName': 'Helen Marsh' },
    'Shipper.ContactName': 'Helen Marsh',
  }
  const between = [
    'We thank you for the order.',
    'The cargo is under way.',
    'Its papers follow.',
    'We will write.',
  ]
  const letter = (...own: readonly string[]) =>
    ['Shipper: Waveney Paints Ltd', ...own, 'Helen Marsh'].join('\n')
  expect(await places(letter(), fields)).toContain(
    'found Helen Marsh: Shipper.ContactName, Customer.ContactName',
  )
  expect(await places(letter(...between), fields)).toContain(
    'asked Helen Marsh: Shipper.ContactName, Customer.ContactName',
  )
})
