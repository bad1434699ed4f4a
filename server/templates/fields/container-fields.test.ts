import { expect, test } from 'vitest'
import { type Container, containerLabels } from '#contract/containers.ts'
import { normaliseName } from '#server/word/language/known-fields.ts'
import { bareContainer } from '#testing/bare-container.ts'
import { source, valueOf } from '#testing/template-source.ts'
import { catalogue, documentValues } from './catalogue.ts'

const container = (fields: Partial<Container>): Container => ({ ...bareContainer, ...fields })

const rows = [
  container({
    number: 'MSKU1234565',
    sizeType: '45G1',
    seals: ['ML-1', ' ML-2 ', ' '],
    packages: 600,
    cargoWeight: 10_500.1,
    tareWeight: 3_900.2,
    volume: 40.5,
    vgm: 14_400.3,
    vgmMethod: 2,
    vgmDate: '2026-12-01',
    vgmSignatory: 'A. Khan',
    loaded: '2026-12-02',
  }),
  container({
    number: ' TCLU1234568',
    sizeType: '22G1',
    seals: ['X9'],
    packages: 400,
    cargoWeight: 7_950.2,
    temperature: -18,
  }),
  container({ sizeType: '45G1' }),
]
const filledWith = (containers: typeof source.containers) => documentValues({ ...source, containers })

test('a row says all of a container, and its gross weight is tare and cargo, to the gram', () => {
  const [first, second, third] = filledWith({ rows, areShared: false }).lists['Containers'] ?? []
  expect(first).toEqual({
    Position: 1,
    DangerousGoods: '',
    Number: 'MSKU1234565',
    Type: "40' HC",
    TypeCode: '45G1',
    Seals: 'ML-1, ML-2',
    Packages: 600,
    CargoWeight: 10_500.1,
    Cargo: '',
    Tare: 3_900.2,
    GrossWeight: 14_400.3,
    WeightUnit: 'KG',
    Volume: 40.5,
    VolumeUnit: 'Cubic Meter',
    Vgm: 14_400.3,
    VgmMethod: '2: calculated',
    VgmDate: '2026-12-01',
    VgmSignatory: 'A. Khan',
    Temperature: null,
    EmptyPickedUpOn: null,
    GatedInOn: null,
    LoadedOn: '2026-12-02',
    DischargedOn: null,
    GatedOutOn: null,
    EmptyReturnedOn: null,
  })
  expect(second).toMatchObject({ Number: 'TCLU1234568', Type: "20' GP", GrossWeight: null, Temperature: -18 })
  expect(third).toMatchObject({ Position: 3, Number: null, Seals: '', Vgm: null })
})

test('all containers are counted by type, summed, and told in one box', () => {
  const { fields } = filledWith({ rows, areShared: false })
  expect(
    Object.fromEntries(Object.entries(fields).filter(([name]) => name.startsWith('ContainerTotals'))),
  ).toEqual({
    'ContainerTotals.Count': 3,
    'ContainerTotals.Types': "2 × 40' HC, 1 × 20' GP",
    'ContainerTotals.Packages': 1000,
    'ContainerTotals.CargoWeight': 18_450.3,
    'ContainerTotals.Tare': 3_900.2,
    // One of them has no tare.
    'ContainerTotals.GrossWeight': null,
    'ContainerTotals.WeightUnit': 'KG',
    'ContainerTotals.Volume': 40.5,
    'ContainerTotals.VolumeUnit': 'Cubic Meter',
    'ContainerTotals.Vgm': 14_400.3,
  })
  expect(fields['Shipment.ContainersAndSeals']).toBe(
    "MSKU1234565 / 40' HC / seals ML-1, ML-2\nTCLU1234568 / 20' GP / seal X9\n40' HC",
  )
  const weighed = { rows: rows.slice(0, 1), areShared: false }
  expect(valueOf('ContainerTotals.GrossWeight', { containers: weighed })).toBe(14_400.3)
})

test('of containers that other houses share, nothing is told of what is in them', () => {
  const { fields, lists } = filledWith({ rows, areShared: true })
  expect(lists['Containers']?.[0]).toMatchObject({
    Number: 'MSKU1234565',
    Seals: 'ML-1, ML-2',
    Tare: 3_900.2,
    Packages: null,
    CargoWeight: null,
    GrossWeight: null,
    Volume: null,
  })
  for (const name of ['Packages', 'CargoWeight', 'GrossWeight', 'Volume'])
    expect(fields[`ContainerTotals.${name}`], name).toBeNull()
  expect(fields['ContainerTotals.Types']).toBe("2 × 40' HC, 1 × 20' GP")
})

test('a job without containers says nothing of them', () => {
  const { fields, lists } = filledWith({ rows: [], areShared: false })
  expect(lists['Containers']).toEqual([])
  for (const [name, value] of Object.entries(fields))
    if (name.startsWith('ContainerTotals.') || name === 'Shipment.ContainersAndSeals')
      expect([name, value ?? '']).toEqual([name, ''])
})

test('a container’s fields are known by the names on the wire', () => {
  const names = catalogue.lists.Containers.flatMap(one => [one.name, ...one.aliases]).map(normaliseName)
  expect(names).toEqual([...new Set(names)])
  expect(names).toEqual(expect.arrayContaining(Object.keys(containerLabels).map(normaliseName)))
})
