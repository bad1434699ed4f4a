import { expect, test } from 'vitest'
import type { RowValues } from '#web/ui/grid/columns.ts'
import { cellReason } from '#web/ui/grid/columns.ts'
import { linesOf } from '#web/ui/grid/grid-state.ts'
import { pastedCells } from '#web/ui/grid/pasted-cells.ts'
import { containerColumn, containersToCome } from './container-column.ts'
import { allItemColumns, itemColumnsFor } from './item-columns.ts'

const columns = itemColumnsFor([])
const stored = (values: RowValues) => ({ id: 'stored', version: 1, values })

/** The rows that a paste makes or changes, and what is told of it. */
function paste(text: string, { left = 0, rows = [] as RowValues[], newValues = {} as RowValues } = {}) {
  const { changes, told } = pastedCells(text, null, {
    range: { top: 0, bottom: 0, left, right: left },
    columns,
    pastedColumns: allItemColumns,
    lines: linesOf(rows.map(stored), new Map(), 'blank'),
    newValues,
  })
  const byRow = Map.groupBy(changes, change => change.row.id)
  return {
    rows: [...byRow.values()].map(of => Object.fromEntries(of.map(({ column, value }) => [column, value]))),
    told,
  }
}

test('a first row of headings fills the columns that it names, in any order, and makes no item', () => {
  const { rows, told } = paste(
    [
      'Pkgs\tDescription of goods\tItem\tHS Code\tRemarks',
      '40\tCombed\tYarn\t5205.11\tUrgent',
      '2\t\tCloth\t\t',
    ].join('\r\n'),
    { left: 3 },
  )
  expect(rows).toEqual([
    { numberOfPacks: 40, description: 'Combed', name: 'Yarn', hsCode: '5205.11' },
    { numberOfPacks: 2, description: null, name: 'Cloth', hsCode: null },
  ])
  expect(told).toEqual({
    columnsLeftOut: 0,
    linesLeftOut: [],
    unread: [],
    unknown: ['Remarks'],
    isEmpty: false,
    ambiguous: [],
    elsewhere: null,
    absent: null,
  })
})

test('headings alone make nothing, and one column has its own heading', () => {
  expect(paste('Name\tQuantity')).toMatchObject({ rows: [], told: { isEmpty: true } })
  expect(paste('Name\nYarn\nCloth').rows).toEqual([{ name: 'Yarn' }, { name: 'Cloth' }])
  // A quantity of no column's heading is an item like any other.
  expect(paste('Name').rows).toEqual([{ name: 'Name' }])
  expect(paste('Yarn\t12\nCloth\t7').rows).toEqual([
    { name: 'Yarn', quantity: 12 },
    { name: 'Cloth', quantity: 7 },
  ])
})

test('a unit in a heading is that of the figures below it; one that is not kept is refused', () => {
  expect(
    paste('Name\tGross Weight (KGS)\tVolume (CBM)\nYarn\t1,200.5\t2.5', { newValues: { weightUnit: 1 } })
      .rows,
  ).toEqual([{ name: 'Yarn', grossWeight: 1200.5, weightUnit: 0, volume: 2.5 }])
  const [row] = paste('Name\tGross Weight (lbs)\nYarn\t220').rows
  expect(row).toEqual({ name: 'Yarn', grossWeight: '220 lbs' })
  const weight = allItemColumns.find(column => column.id === 'grossWeight')
  expect(weight && cellReason(weight, row?.['grossWeight'] ?? null)).toBe(
    '“220 lbs” is in another unit. Type it in kg or t.',
  )
})

test('figures with their unit are read in the person’s number format', () => {
  expect(paste('Yarn\t\t\t12.5 kg\t1.2 t').rows[0]).toMatchObject({
    grossWeight: 12.5,
    netWeight: 1200,
    weightUnit: 0,
  })
  expect(paste('Yarn\t\t\t12,5 kg').rows[0]).toMatchObject({ grossWeight: 12.5, weightUnit: 0 })
  expect(paste('Yarn\t\t\t1.234,5').rows[0]).toMatchObject({ grossWeight: 1234.5 })
  expect(paste('Yarn\t\t\t1,234 kg').told.ambiguous).toEqual(['“1,234 kg” is read as 1,234, not 1.234.'])
})

test('a figure that can be read in two ways is read as its column writes figures', () => {
  const volumes = (...cells: string[]) => {
    const { rows, told } = paste(['Name\tVolume', ...cells.map(cell => `Yarn\t${cell}`)].join('\n'))
    return [...rows.map(row => row['volume']), ...told.ambiguous]
  }
  expect(volumes('4,224', '0,96')).toEqual([4.224, 0.96])
  expect(volumes('0,96', '4,224 m3', '1.234,5')).toEqual([0.96, 4.224, 1234.5])
  expect(volumes('4,224', '0.96')).toEqual([4224, 0.96])
  expect(volumes('4.224', '0,96')).toEqual([4224, 0.96])
  expect(volumes('4,224', '1,234,567')).toEqual([4224, 1_234_567])
  expect(volumes('4,224', '7')).toEqual([4224, 7, '“4,224” is read as 4,224, not 4.224.'])
  expect(volumes('4,224', '0,96', '0.96')).toEqual([4224, 0.96, 0.96, '“4,224” is read as 4,224, not 4.224.'])
})

test('headings as packing lists abbreviate them are known', () => {
  expect(paste('Item\tQty\tG.W. (kg)\tN.W. (kg)\tC/No\nYarn\t12\t1200\t1100\t1-40').rows).toEqual([
    { name: 'Yarn', quantity: 12, grossWeight: 1200, netWeight: 1100, weightUnit: 0 },
  ])
  expect(paste('G.W. (kg)\tN.W. (kg)\n1200\t1100').rows).toEqual([
    { grossWeight: 1200, netWeight: 1100, weightUnit: 0 },
  ])
  expect(paste('No. of Ctns\tGross Weight KGS\tMeas. (CBM)\n12\t1200\t3.5').rows).toEqual([
    { numberOfPacks: 12, grossWeight: 1200, weightUnit: 0, volume: 3.5 },
  ])
})

test('flashpoint, marine pollutant and limited quantity are placed by their headings', () => {
  for (const [flashpoint, pollutant, limited] of [
    ['Flash point', 'MP', 'LQ'],
    ['F.P. (°C)', 'Marine Pollutant', 'Ltd Qty'],
    ['Flash Point °C', 'M.P.', 'Limited Qty'],
  ])
    expect(paste(`Item\t${flashpoint}\t${pollutant}\t${limited}\nPaint\t-4,5\tY\tno`).rows).toEqual([
      { name: 'Paint', flashpoint: -4.5, marinePollutant: 1, limitedQuantity: 0 },
    ])
  const column = allItemColumns.find(({ id }) => id === 'flashpoint')
  const reason = (heading: string, cell: string) => {
    const value = paste(`Item\t${heading}\nPaint\t${cell}`).rows[0]?.['flashpoint'] ?? null
    return column && typeof value === 'string' ? cellReason(column, value) : value
  }
  expect(reason('Flashpoint', '38 °C c.c.')).toBe(38)
  expect(reason('Flashpoint (°F)', '100')).toBe('“100 °F” is in another unit. Type it in °C.')
  expect(reason('Flashpoint', '250')).toBe('At most 200.')
  expect(reason('Flashpoint', '38.25')).toBe('At most 1 digits after the point.')
})

test('a row keeps its unit for the figures that it has, and another figure is converted to it', () => {
  const tons = { name: 'Yarn', netWeight: 1, weightUnit: 1 }
  expect(paste('1250 kg', { left: 3, rows: [tons] }).rows).toEqual([{ grossWeight: 1.25 }])
  // More decimals than a weight has would be lost.
  expect(paste('1250.55 kg', { left: 3, rows: [tons] }).rows).toEqual([{ grossWeight: '1250.55 kg' }])
  expect(paste('Yarn\t\t\t1250 kg\t\t\tTON').rows[0]).toMatchObject({ grossWeight: 1.25, weightUnit: 1 })
})

test('further columns appear where a row has the value, in one order', () => {
  const ids = (...rows: RowValues[]) =>
    itemColumnsFor(rows)
      .map(column => column.id)
      .slice(columns.length)
  expect(ids({ name: 'Yarn', hsCode: '  ' })).toEqual([])
  expect(ids({ unNumber: '1263' }, { hsCode: '5205.11' })).toEqual(['hsCode', 'unNumber'])
  expect(ids({ numberOfPacks: 2, length: 100, width: 100, height: 50 })).toEqual([
    'length',
    'width',
    'height',
    'volume',
  ])
})

test('the column of containers stands last: a pasted table without headings fills the same columns with it and without', () => {
  const text = 'Yarn\t12\tCartons\t1200\t1100\t4\tKG\tCombed'
  const { changes, told } = pastedCells(text, null, {
    range: { top: 0, bottom: 0, left: 0, right: 0 },
    columns: [...columns, containerColumn([])],
    pastedColumns: allItemColumns,
    lines: linesOf([], new Map(), 'blank'),
    newValues: {},
  })
  expect(Object.fromEntries(changes.map(({ column, value }) => [column, value]))).toEqual(paste(text).rows[0])
  expect(told).toEqual(paste(text).told)
})

test('numbers of containers pasted beside the goods are placed by their heading, and an unknown one spoils nothing', () => {
  const column = containerColumn([{ id: 'a', number: 'MSKU1234565' }])
  const { changes } = pastedCells(
    'Item\tCntr No.\tPkgs\nYarn\tMSKU 123456-5\t4\nCloth\tTGHU7654320\t6',
    null,
    {
      range: { top: 0, bottom: 0, left: 0, right: 0 },
      columns: [...columns, column],
      pastedColumns: [...allItemColumns, column],
      lines: linesOf([], new Map(), 'blank'),
      newValues: {},
    },
  )
  const rows = [...Map.groupBy(changes, change => change.row.id).values()]
  expect(rows.map(of => Object.fromEntries(of.map(({ column: id, value }) => [id, value])))).toEqual([
    { name: 'Yarn', container: 'a', numberOfPacks: 4 },
    { name: 'Cloth', container: 'TGHU7654320', numberOfPacks: 6 },
  ])
})

test('without containers their numbers are left out, and the words say why; the other columns keep their places', () => {
  const into = (text: string) => {
    const { changes, told } = pastedCells(text, null, {
      range: { top: 0, bottom: 0, left: 0, right: 0 },
      columns,
      pastedColumns: allItemColumns,
      absent: containersToCome,
      lines: linesOf([], new Map(), 'blank'),
      newValues: {},
    })
    return { values: changes.map(({ column, value }) => [column, value]), told }
  }
  const { values, told } = into('Cntr No.\tItem\tBuyer\tVessel Slot\nMSKU1234565\tYarn\tHansa\t12')
  expect(values).toEqual([['name', 'Yarn']])
  expect(told).toMatchObject({ unknown: ['Buyer', 'Vessel Slot'], absent: containersToCome.sentence })
  expect(into('Item\tContainer\nYarn\tMSKU1234565').values).toEqual([['name', 'Yarn']])
  expect(into('Item\tQuantity\nYarn\t7').told.absent).toBe(null)
})

test('a number of packages brings its kind along, where the row has none', () => {
  const { rows } = paste(
    'Item\tPkgs\tPacking Mode\nYarn\t20 ctns\t\nCloth\t1,200 Pkgs.\t\nSilk\t3 plts\tBales',
  )
  expect(rows).toEqual([
    { name: 'Yarn', modeOfPacking: 13, numberOfPacks: 20 },
    { name: 'Cloth', modeOfPacking: 40, numberOfPacks: 1200 },
    { name: 'Silk', modeOfPacking: 1, numberOfPacks: 3 },
  ])
  const column = allItemColumns.find(one => one.id === 'numberOfPacks')
  for (const text of ['20 kg', 'ctns', '20 ctns 5 plts', '2.5 ctns', '-4 pcs']) {
    expect(paste(text, { left: 5 }).rows).toEqual([{ numberOfPacks: text }])
    expect(column && cellReason(column, text)).not.toBe(null)
  }
  expect(paste('7', { left: 5 }).rows).toEqual([{ numberOfPacks: 7 }])
})
