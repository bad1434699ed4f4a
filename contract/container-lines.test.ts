import { expect, test } from 'vitest'
import { readContainerLines } from './container-lines.ts'

const read = (...lines: string[]) => readContainerLines(lines.join('\n'))
/** What one line says beside the number, and what of it was not understood. */
const said = (line: string) => {
  const { containers = [], unread = [] } = read(`MSKU1234565 ${line}`) ?? {}
  const { number: _, ...facts } = containers[0] ?? { number: '' }
  return { ...facts, ...(unread.length > 0 && { unread }) }
}
const none = { sizeType: null, seals: [] }

test('figures beside their units and labels go to their fields, and list numbers nowhere', () => {
  const whole = {
    ...{ number: 'ZQXU4107336', sizeType: '45G1', seals: ['SL000101'], packages: '500' },
    ...{ cargoWeight: '20,500.5 kgs', volume: '28 cbm' },
  }
  for (const text of [
    '1) ZQXU 410733-6 / 40HC / seal SL000101 / 500 ctns / 20,500.5 kgs / 28 cbm',
    '10. ZQXU4107336, 40HC, SL000101, 28 cbm, 20,500.5 kgs, 500 cartons',
    '- ZQXU4107336 40HC Seal No.: SL000101 500 pkgs 20,500.5 kgs 28 cbm',
    '3 ZQXU4107336 1x40HC, seal# SL000101, 500 pallets, 20,500.5 kgs gross, 28 cbm',
    'Container 2: ZQXU.410733.6 40HC seal no SL000101 28 cbm 500 ctn 20,500.5 kgs',
  ])
    expect(read(text), text).toEqual({
      containers: [expect.objectContaining({ ...whole, packages: '500' })],
      leftOut: [],
      unread: [],
    })
})

test('a label says which weight it is, before or behind the figure', () => {
  expect(said('SL000104 tare 3900 kg')).toEqual({ ...none, seals: ['SL000104'], tareWeight: '3900 kg' })
  expect(said('VGM 24500')).toEqual({ ...none, vgm: '24500 kg' })
  expect(said('VGM (kgs): 24500, 3900 kg tare, gross 18 t')).toEqual({
    ...{ ...none, vgm: '24500 kgs', tareWeight: '3900 kg', cargoWeight: '18 t' },
  })
  expect(said('20 500,5 kg, 45,000 lbs tare')).toEqual({
    ...{ ...none, cargoWeight: '20 500,5 kg', tareWeight: '45,000 lbs' },
  })
  expect(said('net 17000 kg')).toEqual({ ...none, cargoWeight: '17000 kg' })
  expect(said('net 17000 kg, gross 18000 kg')).toEqual({
    ...{ ...none, cargoWeight: '18000 kg', unread: ['net 17000 kg (MSKU1234565)'] },
  })
  expect(said('packages: 1200, volume 28.5')).toEqual({ ...none, packages: '1200', volume: '28.5 cbm' })
})

test('a type is no number of packages, and a number of packages no type', () => {
  expect(said('40 500 ctns')).toEqual({ ...none, sizeType: '42G1', packages: '500' })
  expect(said('40 cartons')).toEqual({ ...none, packages: '40' })
  expect(said("1 x 40' HC, 1 200 bags")).toEqual({ ...none, sizeType: '45G1', packages: '1 200' })
})

test('seals are what the word names; else letters with digits, or many digits. Words never are', () => {
  expect(said('20GP seals: SL1, SL2 / 4711, 12 cartons, REF99')).toEqual({
    ...{ sizeType: '22G1', seals: ['SL1', 'SL2'], packages: '12', unread: ['4711 REF99 (MSKU1234565)'] },
  })
  expect(said('seal 471 500 ctns')).toEqual({ ...none, seals: ['471'], packages: '500' })
  expect(said('20GP 7654321 ML-55')).toEqual({ ...none, sizeType: '22G1', seals: ['7654321', 'ML-55'] })
  expect(said('40HC to Rotterdam, 18 pigs, 400')).toEqual({
    ...{ ...none, sizeType: '45G1', unread: ['Rotterdam 18 pigs 400 (MSKU1234565)'] },
  })
})

test('a container may take several lines, and several containers one', () => {
  const first = { number: 'MSKU1234565', sizeType: '45G1', seals: ['SL1'], cargoWeight: '18000 kg' }
  const second = { number: 'TGHU7654320', sizeType: null, seals: ['4711'], packages: '40' }
  expect(
    read(
      'MSKU1234565',
      '40HC',
      'seal SL1',
      'Weight: 18000 kg',
      'Ann',
      '',
      'TGHU7654320',
      'Seal 4711 / 40 ctns',
    ),
  ).toEqual({ containers: [first, second], leftOut: ['Ann'], unread: [] })
  // A blank line ends it, and so does a container that says all on its line.
  expect(read('MSKU1234565', '', '40 cartons', 'TGHU7654320 SL2', '12 cartons')).toEqual({
    containers: [
      { number: 'MSKU1234565', ...none },
      { number: 'TGHU7654320', ...none, seals: ['SL2'] },
    ],
    leftOut: ['40 cartons', '12 cartons'],
    unread: [],
  })
  expect(read('MSKU1234565 40HC, TGHU7654320 20GP seal S2')?.containers).toEqual([
    { number: 'MSKU1234565', sizeType: '45G1', seals: [] },
    { number: 'TGHU7654320', sizeType: '22G1', seals: ['S2'] },
  ])
})

test('each line of a mail is read by itself, be it a row of a spreadsheet', () => {
  expect(
    read('Hello Sam,', 'TCLU4265794 40HC SL1', 'MSKU1234565\t20GP\tML55\t400\t18000', 'Best regards'),
  ).toEqual({
    containers: [
      { number: 'TCLU4265794', sizeType: '45G1', seals: ['SL1'] },
      { number: 'MSKU1234565', sizeType: '22G1', seals: ['ML55'], packages: '400', cargoWeight: '18000' },
    ],
    leftOut: ['Hello Sam,', 'Best regards'],
    unread: [],
  })
  // In another order the cells do not say what they are.
  expect(read('Hello', 'MSKU1234565\tML55\t20GP\t400\t18000')).toEqual({
    containers: [{ number: 'MSKU1234565', sizeType: '22G1', seals: ['ML55'] }],
    leftOut: ['Hello'],
    unread: ['400 18000 (MSKU1234565)'],
  })
})

test('words with figures are not taken for mistyped numbers', () => {
  expect(read('MSKU1234565 SL1', 'seal 12345678', 'tare 3900', 'TARE 3900')).toEqual({
    containers: [{ number: 'MSKU1234565', ...none, seals: ['SL1'] }],
    leftOut: ['seal 12345678', 'tare 3900', 'TARE 3900'],
    unread: [],
  })
})

test('how a list writes decimals once says what stands between the thousands of its other figures', () => {
  const figures = (...lines: string[]) =>
    readContainerLines(lines.join('\n'))?.containers.map(({ tareWeight, cargoWeight }) => [
      tareWeight,
      cargoWeight,
    ])
  expect(figures('MSKU1234565 tare 3.900 kg, 8.450,5 kgs', 'TGHU7654320 tare 2.200 kg, 12.000 kgs')).toEqual([
    ['3900 kg', '8.450,5 kgs'],
    ['2200 kg', '12000 kgs'],
  ])
  expect(figures('MSKU1234565 tare 3,900 kg, 8,450.5 kgs')).toEqual([['3900 kg', '8,450.5 kgs']])
  // Nothing says which it is, or both: each stays as it stands.
  expect(figures('MSKU1234565 tare 3.900 kg, 8.450 kgs')).toEqual([['3.900 kg', '8.450 kgs']])
  expect(figures('MSKU1234565 tare 3.900,5 kg, 8,450.5 kgs')).toEqual([['3.900,5 kg', '8,450.5 kgs']])
})
