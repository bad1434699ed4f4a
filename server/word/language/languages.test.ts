import { catalogue, sampleValues } from '#testing/word/catalogue.ts'
import { editParts } from '#testing/word/edit-file.ts'
import { paragraph } from '#testing/word/markup.ts'
import { documentText } from '#testing/word/read-document.ts'
import { templateFile } from '#testing/word/template-file.ts'
import { describe, expect, test } from 'vitest'
import { compileTemplate } from '#server/word/compile.ts'
import { dateFormatter } from './date-format.ts'
import { compileFormats } from './formats.ts'
import type { FieldKind, FieldValue } from './known-fields.ts'
import { moneyFormatter, numberFormatter, plainNumber } from './number-format.ts'
import { renderDocument } from '#server/word/render.ts'
import type { FormatCall } from '#server/word/file/tree.ts'
import { inWords } from './words.ts'

/** No-break spaces and apostrophes as plain ones. */
const spaced = (text: string | undefined) => text?.replace(/[\u00a0\u202f]/g, ' ').replaceAll('’', "'")

test.each([
  ['en', '#,##0.00', '18,450.50'],
  ['de-DE', '#,##0.00', '18.450,50'],
  ['de-DE', '#.##0,00', '18.450,50'],
  ['de-DE', '0,0', '18450,5'],
  ['de-DE', '#.##0', '18.451'],
  ['de-DE', '#,##0', '18.451'],
  ['de-DE', '0.000 "m³."', '18450,500 m³.'],
  ['fr-FR', '#,##0.00', '18 450,50'],
  ['fr-FR', '#.##0,00', '18 450,50'],
  ['es-ES', '#,##0.00', '18.450,50'],
  ['de-CH', '#,##0.00', "18'450.50"],
  ['en', '#.##0,00', '18.450,50'],
  ['en', '# ##0,00', '18 450,50'],
  ['en', '# ##0.0###', '18 450.5'],
  ['en', "#'##0.00", "18'450.50"],
  ['de-DE', '# ##0,00', '18 450,50'],
  ['de-DE', "#'##0", "18'451"],
])('in %s %s writes %s', (language, picture, expected) => {
  expect(spaced(numberFormatter(picture, language)('18450.5'))).toBe(expected)
})

test('a number without a picture has the language’s decimal sign and no groups', () => {
  expect(plainNumber('18450.50', 'de')).toBe('18450,50')
  expect(plainNumber(5, 'de')).toBe('5')
})

test.each([
  ['en', 'USD', 'USD 1,234.50'],
  ['en', 'JPY', 'JPY 1,235'],
  ['en', 'KWD', 'KWD 1,234.500'],
  ['en', 'pkr', 'PKR 1,234.50'],
  ['de-DE', 'EUR', '1.234,50 EUR'],
  ['fr-FR', 'EUR', '1 234,50 EUR'],
  ['en', '', '1,234.50'],
  ['en', 'points', 'points 1,234.50'],
])('money in %s and %s is %s', (language, currency, expected) => {
  expect(spaced(moneyFormatter(language)('1234.5', currency))).toBe(expected)
})

test('amounts stay exact, and halves round away from zero', () => {
  expect(spaced(moneyFormatter('en')('99999999999999999.125', 'USD'))).toBe('USD 99,999,999,999,999,999.13')
  expect(spaced(moneyFormatter('en')('-0.125', 'USD'))).toBe('-USD 0.13')
})

test.each([
  ['de-DE', 'd. MMMM yyyy', '3. Dezember 2026'],
  ['de-DE', 'dddd', 'Donnerstag'],
  ['zh-CN', 'd MMMM yyyy', '3 12月 2026'],
  ['ja-JP', 'yyyy年MMMMd日', '2026年12月3日'],
  ['ko-KR', 'MMMM', '12월'],
  ['fr-FR', 'd MMM yyyy', '3 déc. 2026'],
  ['pl-PL', 'd MMMM', '3 grudnia'],
  ['pl-PL', 'MMMM yyyy', 'grudzień 2026'],
  ['th-TH', 'd yyyy', '3 2026'],
  ['ar-SA', 'd MMMM yyyy', '3 ديسمبر 2026'],
])('a date in %s by %s is %s', (language, picture, expected) => {
  expect(dateFormatter(picture, language)('2026-12-03')).toBe(expected)
})

test.each([
  ['0', 'zero'],
  ['0.5', 'zero and 50/100'],
  ['7', 'seven'],
  ['13', 'thirteen'],
  ['20', 'twenty'],
  ['42', 'forty-two'],
  ['100', 'one hundred'],
  ['1000', 'one thousand'],
  ['1001', 'one thousand one'],
  ['12345.67', 'twelve thousand three hundred forty-five and 67/100'],
  ['12345.675', 'twelve thousand three hundred forty-five and 68/100'],
  ['999999.999', 'one million'],
  ['1000000000000', 'one trillion'],
  [
    '999999999999999.99',
    'nine hundred ninety-nine trillion nine hundred ninety-nine billion nine hundred ninety-nine million nine hundred ninety-nine thousand nine hundred ninety-nine and 99/100',
  ],
  ['1000000000000000', undefined],
  ['-3.1', 'minus three and 10/100'],
  ['TBA', undefined],
])('%s in words is %s', (value, expected) => {
  expect(inWords(value)).toBe(expected)
})

describe('formats', () => {
  const write = (kind: FieldKind, value: FieldValue, companion: FieldValue, ...calls: FormatCall[]) => {
    const format = compileFormats(kind, calls)
    return typeof format === 'string' ? `refused: ${format}` : spaced(format(value, companion))
  }

  test('amounts and measures carry their unit where there is one', () => {
    expect(write('number', '18450.5', 'KG', { name: 'weight' })).toBe('18,450.5 kg')
    expect(write('number', '18450.5', 'KG', { name: 'weight', argument: '0.00' })).toBe('18450.50 kg')
    expect(write('number', '18450.5', null, { name: 'weight' })).toBe('18,450.5')
    expect(write('number', '67.2', 'Cubic Meter', { name: 'volume' })).toBe('67.2 m³')
    expect(write('number', null, 'KG', { name: 'weight' })).toBe('')
    expect(write('number', '3', 'Long Ton', { name: 'unit' })).toBe('3 Long Ton')
    expect(write('unit', 'Cubic Feet', null)).toBe('ft³')
    expect(write('unit', 'TON', null)).toBe('t')
    expect(write('unit', null, null)).toBe('')
    const perKg = compileFormats('number', [{ name: 'after', argument: ' PKR per kg' }])
    expect(typeof perKg === 'string' ? perKg : perKg('2.5')).toBe('2.5\u00a0PKR\u00a0per\u00a0kg')
    expect(write('number', '1234.5', 'JPY', { name: 'money' })).toBe('JPY 1,235')
    expect(write('text', 'to follow', 'USD', { name: 'money' })).toBe('to follow')
  })

  test.each([
    { value: '18450.5', unit: 'KG', tonnes: '18.4505', kilograms: '18,450.5' },
    { value: '18.4505', unit: 'TON', tonnes: '18.4505', kilograms: '18,450.5' },
    { value: '18000', unit: 'kg', tonnes: '18', kilograms: '18,000' },
    { value: '7', unit: 'KG', tonnes: '0.007', kilograms: '7' },
    { value: '-7', unit: 'KG', tonnes: '-0.007', kilograms: '-7' },
    { value: '0', unit: 'KG', tonnes: '0', kilograms: '0' },
    { value: '12', unit: 'TON', tonnes: '12', kilograms: '12,000' },
    { value: '18450.5', unit: null, tonnes: '', kilograms: '' },
    { value: '18450.5', unit: 'Stone', tonnes: '', kilograms: '' },
    { value: 'to follow', unit: 'KG', tonnes: 'to follow', kilograms: 'to follow' },
    { value: null, unit: 'KG', tonnes: '', kilograms: '' },
  ])('$value $unit in tonnes and in kilograms', ({ value, unit, tonnes, kilograms }) => {
    expect(write('number', value, unit, { name: 'tonnes' })).toBe(tonnes)
    expect(write('number', value, unit, { name: 'kilograms' })).toBe(kilograms)
  })

  test('a weight in tonnes takes a picture', () => {
    expect(write('number', '5040', 'KG', { name: 'tonnes', argument: '0.000' })).toBe('5.040')
    expect(write('number', '5040', 'KG', { name: 'tonnes' }, { name: 'after', argument: ' t' })).toBe(
      '5.04 t',
    )
    expect(compileFormats('number', [{ name: 'tonne' }])).toContain('did you mean “tonnes”?')
  })

  test('words', () => {
    expect(write('number', 1205, null, { name: 'words' })).toBe('one thousand two hundred five')
    expect(write('number', '1205', null, { name: 'dollartext' }, { name: 'upper' })).toBe(
      'ONE THOUSAND TWO HUNDRED FIVE AND 00/100',
    )
    expect(write('number', '12.5', null, { name: 'cardtext' }, { name: 'firstcap' })).toBe('Thirteen')
    expect(write('number', '21', null, { name: 'ordinal' })).toBe('21st')
    expect(write('number', '112', null, { name: 'ordinal' })).toBe('112th')
  })

  test('capitals, texts around and instead', () => {
    expect(write('text', 'port of “qingdao” (east)', null, { name: 'caps' })).toBe('Port Of “qingdao” (East)')
    expect(write('text', ' élan vital', null, { name: 'firstcap' })).toBe(' Élan vital')
    const around = [
      { name: 'before', argument: 'Tel. ' },
      { name: 'after', argument: ';' },
    ]
    expect(write('text', '55', null, ...around)).toBe('Tel. 55;')
    expect(write('text', '', null, ...around)).toBe('')
    expect(write('text', null, null, { name: 'default', argument: 'n/a' })).toBe('n/a')
    expect(write('text', 'x', null, { name: 'before' })).toBe(
      'refused: “before” needs a text, as in before:"…".',
    )
  })
})

describe('a template', () => {
  const print = async (language: string | undefined) => {
    const body = paragraph(
      '{{Shipment.Etd | date:"d. MMMM yyyy"}}; {{Shipment.GrossWeight | number:"#,##0.00"}}; {{Shipment.GrossWeight}}',
    )
    const german = await editParts(templateFile({ body }), xml =>
      language === undefined
        ? xml.replace(/<w:lang [^>]*>/, '')
        : xml.replace('w:val="en-GB"', `w:val="${language}"`),
    )
    return documentText(renderDocument(await compileTemplate(german, catalogue), sampleValues(0)))
  }

  test('prints months and numbers in the language of its styles', async () => {
    expect(await print('de-DE')).toBe('3. Dezember 2026; 18.450,50; 18450,500')
    const english = '3. December 2026; 18,450.50; 18450.500'
    for (const language of ['en-GB', 'en-US', 'x-none', 'not a language', undefined])
      expect(await print(language)).toBe(english)
  })
})
