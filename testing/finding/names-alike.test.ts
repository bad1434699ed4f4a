import { describe, expect, test } from 'vitest'
import { findable } from '#server/templates/fields/findable.ts'
import { readPage } from '#server/word/finding/template-page.ts'
import type { FieldValues } from '#server/word/language/known-fields.ts'
import { cell, paragraph, row, table } from '#testing/word/markup.ts'
import { templateFile } from '#testing/word/template-file.ts'

const places = async (body: string, fields: FieldValues['fields']) =>
  (await readPage(templateFile({ body }), findable, { fields, lists: {} })).places.map(
    ({ text, kind, choices: [first] }) => `${kind} ${text}: ${first?.name}`,
  )
const lines = (...texts: readonly string[]) => texts.map(text => paragraph(text)).join('')
const inCell = (...texts: readonly string[]) =>
  table([row([cell(lines(...texts), { width: 3_000 }), cell(lines('Remarks'), { width: 3_000 })])], {
    widths: [3_000, 3_000],
  })
const beside = (label: string, value: string) =>
  table([row([label, value].map(text => cell(paragraph(text), { width: 3_000 })))], {
    widths: [3_000, 3_000],
  })

describe('a town whose country is called the same', () => {
  const singapore = {
    ...{ 'DischargePort.Name': 'Singapore', 'Quote.DischargePort': 'Singapore' },
    ...{ 'DischargePort.Country': 'Singapore', 'DischargePort.Code': 'SGSIN' },
  }
  const port = 'found Singapore: Quote.DischargePort'
  const country = 'found Singapore: DischargePort.Country'

  test('stands first below the label of its port, and the country behind it', async () => {
    expect(await places(inCell('Port of discharge', 'Singapore'), singapore)).toEqual([port])
    expect(await places(lines('Port of discharge: Singapore, Singapore'), singapore)).toEqual([port, country])
    expect(await places(inCell('Port of discharge', 'Singapore', 'Singapore   SGSIN'), singapore)).toEqual([
      port,
      country,
      'found SGSIN: DischargePort.Code',
    ])
  })

  test('is no country behind a tab or a slash, where another box begins', async () => {
    const both = { ...singapore, 'DestinationPort.Name': 'Singapore', 'DestinationPort.Country': 'Singapore' }
    for (const line of [
      'POD / final destination: Singapore / Singapore',
      'POD, final destination\tSingapore\tSingapore',
    ])
      expect((await places(lines(line), both)).filter(one => one.endsWith('Country'))).toEqual([])
  })

  test('is its country where the label says country', async () => {
    expect(await places(lines('Discharge port country: Singapore'), singapore)).toEqual([country])
  })

  test('of an address stands before the post code, the country below it; one alone is asked', async () => {
    const consignee = {
      ...{ 'Consignee.Name': 'Jurong Cycle Distributors', 'Consignee.Street': 'Jalan Buroh' },
      ...{ 'Consignee.City': 'Singapore', 'Consignee.PostCode': '619495', 'Consignee.Country': 'Singapore' },
    }
    const head = ['Consignee', 'Jurong Cycle Distributors', 'Jalan Buroh']
    expect(await places(inCell(...head, 'Singapore 619495', 'Singapore'), consignee)).toEqual([
      'found Jurong Cycle Distributors: Consignee.Name',
      'found Jalan Buroh: Consignee.Street',
      'found Singapore: Consignee.City',
      'found 619495: Consignee.PostCode',
      'found Singapore: Consignee.Country',
    ])
    expect((await places(inCell(...head, 'Singapore'), consignee)).at(-1)).toMatch(/^asked Singapore: /)
  })
})

describe('a label that is a value of the job too', () => {
  const packages = {
    ...{ 'Shipment.NumberOfPackages': 448, 'ItemTotals.Packaging': 'Packages' },
  }

  test('names its figure all the same, as “Packages” do', async () => {
    const found = ['found 448: Shipment.NumberOfPackages']
    for (const body of [inCell('Packages', '448'), lines('Packages / 448'), beside('Packages', '448')])
      expect(await places(body, packages)).toEqual(found)
  })
})

describe('where freight is paid', () => {
  const freight = {
    ...{ 'Shipment.FreightPayment': 'Prepaid', 'Shipment.FreightPayableAt': 'Felixstowe' },
    ...{ 'Company.City': 'Felixstowe', 'LoadingPort.Name': 'Felixstowe' },
  }
  const prepaid = 'found Prepaid: Shipment.FreightPayment'

  test('is certain under its own label', async () => {
    const found = ['found Felixstowe: Shipment.FreightPayableAt']
    expect(await places(beside('Freight payable at', 'Felixstowe'), freight)).toEqual(found)
    expect(await places(inCell('Freight payable at', 'Felixstowe'), freight)).toEqual(found)
  })

  test('is asked behind the words prepaid and collect', async () => {
    const asked = [prepaid, 'asked Felixstowe: Shipment.FreightPayableAt']
    expect(await places(inCell('Freight', 'Prepaid', 'Felixstowe'), freight)).toEqual(asked)
    expect(await places(lines('Freight: Prepaid at Felixstowe'), freight)).toEqual(asked)
  })

  test('is none in another cell or behind other words', async () => {
    expect(await places(beside('Prepaid', 'Felixstowe'), freight)).toEqual([])
    expect(await places(lines('Freight: Prepaid. Signed in Felixstowe'), freight)).toEqual([prepaid])
  })
})

test('a number of days that no field says is no other number of days', async () => {
  for (const body of [beside('Days in transit', '24'), lines('Days in transit: 24')])
    expect(await places(body, { 'Shipment.FreeDays': 24 })).toEqual([])
})
