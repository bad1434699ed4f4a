import { describe, expect, test } from 'vitest'
import { type ContainerLine, readContainerLines } from './container-lines.ts'
import { checkDigitOf, keptContainerNumber, numberWarning } from './container-number.ts'
import { containerWarnings, repeatedNumbers } from './container-rules.ts'
import { containerDifferences, containerSums } from './container-sums.ts'
import { containerTypes, sizeTypeLabel, sizeTypeOf } from './container-types.ts'

// The table of ISO 6346, letter by letter, and the weights written out.
const TABLE: Record<string, number> = {
  ...{ A: 10, B: 12, C: 13, D: 14, E: 15, F: 16, G: 17, H: 18, I: 19, J: 20, K: 21, L: 23, M: 24 },
  ...{ N: 25, O: 26, P: 27, Q: 28, R: 29, S: 30, T: 31, U: 32, V: 34, W: 35, X: 36, Y: 37, Z: 38 },
}
const WEIGHTS = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512]

function digitByTable(number: string): number {
  let total = 0
  for (const [place, weight] of WEIGHTS.entries())
    total += (TABLE[number[place] ?? ''] ?? Number(number[place])) * weight
  const rest = total - Math.floor(total / 11) * 11
  return rest === 10 ? 0 : rest
}

/** The same numbers each time. */
function* randoms(): Generator<number> {
  for (let state = 20261124; ; ) {
    state = (state * 1103515245 + 12345) % 2147483648
    yield state / 2147483648
  }
}

test('a thousand numbers have the check digit of the table', () => {
  const random = randoms()
  const below = (limit: number) => Math.floor((random.next().value as number) * limit)
  const digits = new Set<number>()
  for (let made = 0; made < 1000; made += 1) {
    const owner = Array.from({ length: 3 }, () => String.fromCharCode(65 + below(26))).join('')
    const number = `${owner}${'UJZ'[below(3)]}${String(below(1_000_000)).padStart(6, '0')}`
    const right = digitByTable(number)
    expect(checkDigitOf(number), number).toBe(right)
    expect(numberWarning(`${number}${right}`)).toBeNull()
    expect(numberWarning(`${number}${(right + 1 + below(9)) % 10}`)?.text, number).toContain(
      `The check digit of ${number} is ${right}`,
    )
    digits.add(right)
  }
  expect(digits.size).toBe(10)
})

describe('a container number', () => {
  test('that ISO 6346 allows is left alone, and so is none', () => {
    for (const number of ['CSQU3054383', 'CBHU3202732', 'TCLU1234568', '', null])
      expect(numberWarning(number)).toBeNull()
  })
  test('of another length or category is told', () => {
    for (const number of ['CSQU3054383XXXX', 'CSQ3054383', 'CSQU30543', 'XXCSQU3054383', 'CSQU30543834'])
      expect(numberWarning(number)).toEqual({
        text: 'A container number has four letters and seven digits: MSKU 123456 5.',
      })
    expect(numberWarning('CSQA3054383')?.text).toContain('fourth letter is U, J or Z')
  })
  test('of the standard’s form is kept as it stands on the door, and any other as it is typed', () => {
    for (const typed of ['zqxu 410733-6', 'ZQXU/410733/6', 'ZQXU.410733.6', ' ZQXU\u00a04107336 '])
      expect(keptContainerNumber(typed), typed).toBe('ZQXU4107336')
    // The wrong check digit may be any of its characters, and a missing one is said beside it.
    expect([keptContainerNumber('zqxu 410733-7'), keptContainerNumber('zqxu-410733')]).toEqual([
      ...['ZQXU4107337', 'ZQXU410733'],
    ])
    for (const typed of ['part lot 7', 'ABCA 123456-7', 'MSKU 12345', 'MSKU 1234565 x', ''])
      expect(keptContainerNumber(typed), typed).toBe(typed)
  })
  test('is cured where only its writing is at fault, and where the check digit is missing', () => {
    expect(numberWarning('csqu 305438-3')?.cure).toBe('CSQU3054383')
    expect(numberWarning('CSQU305438')?.cure).toBe('CSQU3054383')
    expect(numberWarning('CSQU3054384')?.cure).toBeUndefined()
  })
})

test('a size and type is known by its code and by what people call it', () => {
  for (const { code, label } of containerTypes)
    expect([sizeTypeOf(code), sizeTypeOf(label), sizeTypeOf(label.toLowerCase())]).toEqual([code, code, code])
  for (const text of ['40HC', '40hq', "40'HC", '40 High Cube', '40ft HC', '45G0'])
    expect(sizeTypeOf(text), text).toBe('45G1')
  for (const text of ['20DV', '20 GP', "20'", '22G0', '20 feet']) expect(sizeTypeOf(text), text).toBe('22G1')
  expect([sizeTypeOf('SL12345'), sizeTypeOf('4'), sizeTypeOf('')]).toEqual([null, null, null])
  expect([sizeTypeLabel('45G1'), sizeTypeLabel('28T8'), sizeTypeLabel(null)]).toEqual(["40' HC", '28T8', ''])
})

test('a number that another container of the job has is told, however it is written', () => {
  const numbers = ['MSKU1234565', 'msku 123456-5', 'CSQU3054383', null, '', null]
  const repeated = new Set(repeatedNumbers(numbers.map(number => ({ number }))))
  expect([...repeated]).toEqual(['MSKU1234565'])
  const blank = { sizeType: null, cargoWeight: null, tareWeight: null, vgm: null, vgmMethod: null }
  const warned = (number: string | null) =>
    containerWarnings({ ...blank, number }, repeated).map(({ text }) => text)
  const text = 'MSKU1234565 is on this job more than once. Compare the number with the papers.'
  expect([warned('MSKU1234565'), warned('CSQU3054383'), warned(null)]).toEqual([[text], [], []])
  expect(warned('msku 123456-5')).toEqual([
    'Papers and carriers write the number in capitals, without blanks.',
    text,
  ])
})

describe('a weight', () => {
  const container = {
    number: null,
    sizeType: '22G1',
    cargoWeight: 20_000.5,
    tareWeight: 2250,
    vgm: 22_250.5,
    vgmMethod: 2,
  }
  test('that fits says nothing, to the last gram', () => {
    expect(containerWarnings(container)).toEqual([])
  })
  test('VGM below tare and cargo is told, and put right where it was calculated', () => {
    const text = 'The VGM is below tare and cargo together: 22,250.5 kg.'
    expect(containerWarnings({ ...container, vgm: 22_250.4 })).toEqual([
      { field: 'vgm', text, cure: { label: 'Use 22,250.5 kg', values: { vgm: 22_250.5 } } },
    ])
    expect(containerWarnings({ ...container, vgm: 2, vgmMethod: 1 })).toEqual([{ field: 'vgm', text }])
    expect(containerWarnings({ ...container, vgm: 2, tareWeight: null })).toEqual([])
  })
  test('of more cargo than the type carries is told, by its own tare where that is known', () => {
    const payload = (cargoWeight: number, tareWeight: number | null) =>
      containerWarnings({ ...container, vgm: null, cargoWeight, tareWeight }).map(({ text }) => text)
    expect(payload(28_230, null)).toEqual([])
    expect(payload(28_231, null)[0]).toContain("A 20' GP usually carries at most 28,230 kg.")
    expect(payload(28_231, 2200)).toEqual([])
    expect(payload(28_280.1, 2200)[0]).toContain('28,280 kg')
  })
  test('of more than the type carries is cured where the tare was counted or it is in pounds', () => {
    const warned = (cargoWeight: number, tareWeight: number | null = 2200) =>
      containerWarnings({ ...container, vgm: null, cargoWeight, tareWeight })
    const said = "A 20' GP usually carries at most 28,280 kg."
    expect(warned(30_400.5)).toEqual([
      {
        field: 'cargoWeight',
        text: `${said} Is this the gross weight? Without the tare it fits; or split the cargo.`,
        cure: { label: 'Use 28,200.5 kg', values: { cargoWeight: 28_200.5 } },
      },
    ])
    expect(warned(30_480, null)[0]?.cure?.values).toEqual({ cargoWeight: 28_230 })
    expect(warned(55_000)).toEqual([
      {
        field: 'cargoWeight',
        text: `${said} Are these pounds?`,
        cure: { label: 'Use 24,947.6 kg', values: { cargoWeight: 24_947.6 } },
      },
    ])
    expect(warned(90_000)).toEqual([
      {
        field: 'cargoWeight',
        text: `${said} Split the cargo over more containers, or compare with the plate on its door.`,
      },
    ])
  })
  test('of a type whose code is mistyped is cured by the nearest code', () => {
    const cures = (sizeType: string) =>
      containerWarnings({ ...container, sizeType, cargoWeight: null, vgm: null }).map(
        ({ cure }) => cure?.values,
      )
    for (const [typed, code] of [
      ...[
        ['42GO', '42G1'],
        ['45GI', '45G1'],
        ['4SG1', '45G1'],
        ['2261', '22P1'],
        ['4561', '45G1'],
      ],
      ...[
        ['4510', '45G1'],
        ['40HC', '45G1'],
        ['22GP', '22G1'],
        ['45G1X', '45G1'],
        ['L5GI', 'L5G1'],
      ],
    ] as const)
      expect(cures(typed), typed).toEqual([{ sizeType: code }])
    // A code of the standard that is rare is right.
    for (const rare of ['28T8', '22B0', '45G1']) expect(cures(rare), rare).toEqual([])
    expect(cures('box')).toEqual([undefined])
  })
  test('a type that is written in another way is cured; a rare code is left alone', () => {
    const warned = (sizeType: string) => containerWarnings({ ...container, sizeType })
    expect(warned('40HC')[0]?.cure?.values).toEqual({ sizeType: '45G1' })
    expect(warned('28T8')).toEqual([])
    expect(warned('box')[0]?.text).toContain('“box” is no code of ISO 6346')
  })
})

describe('containers together', () => {
  const line = (packages: number | null, cargoWeight: number | null, volume: number | null = null) => ({
    ...{ packages, cargoWeight, volume, tareWeight: null, vgm: null },
  })
  const job = {
    numberOfPackages: 60,
    grossWeight: 1.0003,
    weightUnit: 1,
    volume: 10,
    volumeUnit: 0,
    items: [
      { numberOfPacks: 20, grossWeight: 600.1, weightUnit: 0 },
      { numberOfPacks: 40, grossWeight: 400.2, weightUnit: 0 },
    ],
  }
  test('agree with the items and the job, in whatever unit', () => {
    const sums = containerSums([line(20, 600.1, 4.5), line(40, 400.2, 5.5)])
    expect(sums).toMatchObject({ packages: 60, cargoWeight: 1000.3, volume: 10, vgm: null })
    expect(containerDifferences(sums, job)).toEqual([])
  })
  test('differ from either, each by itself', () => {
    const sums = containerSums([line(61, 1000.3, 9)])
    expect(containerDifferences(sums, { ...job, numberOfPackages: 61 })).toEqual([
      { field: 'packages', label: 'packages', unit: '', ofContainers: 61, ofItems: 60, ofJob: null },
      { field: 'volume', label: 'volume', unit: 'm³', ofContainers: 9, ofItems: null, ofJob: 10 },
    ])
  })
  test('are not compared with what nobody says, nor with a weight without a unit', () => {
    expect(containerDifferences(containerSums([line(null, null)]), job)).toEqual([])
    const unknown = [{ numberOfPacks: null, grossWeight: 5, weightUnit: null }]
    expect(
      containerDifferences(containerSums([line(1, 9, 9)]), {
        ...{ numberOfPackages: null, grossWeight: 9, weightUnit: null, volume: null, volumeUnit: 0 },
        items: unknown,
      }),
    ).toEqual([])
  })
})

describe('lines of a mail', () => {
  const first = { number: 'MSKU1234565', sizeType: '45G1', seals: ['SL12345'] }
  const second = { number: 'TGHU7654320', sizeType: '22G1', seals: ['S2'] }
  const only = (...containers: ContainerLine[]) => ({ containers, leftOut: [], unread: [] })
  test('are read whatever stands between, and in whatever order', () => {
    for (const text of [
      'MSKU1234565 45G1 SL12345',
      'MSKU1234565\t45G1\tSL12345',
      'msku 123456-5,  40HC,  SL12345',
      "MSKU1234565 / 40' HC / seal: SL12345",
      '1x40HC MSKU1234565 Seal No. SL12345',
      'SL12345 | 40 HC | MSKU1234565',
    ])
      expect(readContainerLines(text), text).toEqual(only(first))
  })
  test('may lack the type or the seal, or have several seals', () => {
    expect(readContainerLines('MSKU1234565 45G1 SL1 SL2\n\nTGHU7654321 20GP\r\nCSQU3054383 SL3')).toEqual(
      only(
        { number: 'MSKU1234565', sizeType: '45G1', seals: ['SL1', 'SL2'] },
        { number: 'TGHU7654321', sizeType: '22G1', seals: [] },
        { number: 'CSQU3054383', sizeType: null, seals: ['SL3'] },
      ),
    )
  })
  test('with a digit too many or too few are split too, beside a type or among other containers', () => {
    expect(readContainerLines('MSKU12345678 45G1 SL12345')).toEqual(
      only({ number: 'MSKU12345678', sizeType: '45G1', seals: ['SL12345'] }),
    )
    expect(readContainerLines('MSKU1234565 45G1 SL1\nMSKU 12345 SL2\nMSKX1234565\tSL3')).toEqual(
      only(
        { number: 'MSKU1234565', sizeType: '45G1', seals: ['SL1'] },
        { number: 'MSKU12345', sizeType: null, seals: ['SL2'] },
        { number: 'MSKX1234565', sizeType: null, seals: ['SL3'] },
      ),
    )
    // Seals of four letters, into the column of seals.
    expect(readContainerLines('ABCD12345678\nABCD12345679')).toBeNull()
  })
  test('that name neither a number nor a type are left out where others name a container', () => {
    const mail = (...lines: string[]) => readContainerLines(lines.join('\r\n'))
    const lines = ['MSKU1234565 45G1 SL12345', 'TGHU7654320 22G1 S2']
    for (const other of [
      ...['Dear all', 'Regards', 'Total 2 containers', 'Total 2 x 40HC', '40 cartons', 'Tel. +49 40 1234567'],
      ...['Please find below the 40HC for your booking', 'https://example.org/track', '2 x 40HC'],
    ])
      expect(mail(other, ...lines, ` ${other} `), other).toEqual({
        containers: [first, second],
        leftOut: [other, other],
        unread: [],
      })
    expect(mail('Dear all', '', ...lines.slice(0, 1), 'Regards', 'Ann')).toEqual({
      containers: [first],
      leftOut: ['Dear all', 'Regards', 'Ann'],
      unread: [],
    })
    // A type tells a container whose number is not known yet, or is none.
    expect(mail(...lines, '40HC', '45G1 1234567 S9')).toEqual(
      only(...[first, second, { number: '', sizeType: '45G1', seals: [] }], {
        number: '1234567',
        sizeType: '45G1',
        seals: ['S9'],
      }),
    )
  })
  test('that name no container, a number alone and a wider table are left to the cells', () => {
    for (const text of [
      'MSKU1234565',
      'PART LOT 7\nTO BE NAMED',
      '45G1\n22G1',
      'MSKU1234565\t45G1\tSL1\t40\t18250',
      '40 cartons',
      '',
    ])
      expect(readContainerLines(text), text).toBeNull()
  })
})
