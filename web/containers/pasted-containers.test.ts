import { expect, test } from 'vitest'
import { containersTable, allItemColumns, itemColumnsFor } from '#web/items/item-columns.ts'
import { linesOf } from '#web/ui/grid/grid-state.ts'
import { pastedCells } from '#web/ui/grid/pasted-cells.ts'
import { containerColumns, itemsTable } from './container-columns.ts'
import { namesContainer, readPaste } from './pasted-lines.ts'

const into = { range: { top: 0, bottom: 0, left: 0, right: 0 }, lines: linesOf([], new Map(), 'blank') }

/** The rows that a paste makes, and what is told of it. */
function paste(text: string, left = 0) {
  const { changes, told } = pastedCells(text, readPaste(text), {
    ...into,
    range: { top: 0, bottom: 0, left, right: left },
    columns: containerColumns,
    pastedColumns: containerColumns,
    newValues: {},
    namesRow: namesContainer,
    otherTable: itemsTable,
  })
  const byRow = Map.groupBy(changes, change => change.row.id)
  return {
    rows: [...byRow.values()].map(of => Object.fromEntries(of.map(({ column, value }) => [column, value]))),
    told,
  }
}
const nothing = {
  columnsLeftOut: 0,
  linesLeftOut: [],
  unread: [],
  unknown: [],
  isEmpty: false,
  ambiguous: [],
  elsewhere: null,
  absent: null,
}

test('the headings of the table itself, and those of a carrier’s list, place the columns below them', () => {
  expect(paste('Container Number\tSize and Type\tSeals\nMSKU1234565\t40HC\tSL1, SL2')).toEqual({
    rows: [{ number: 'MSKU1234565', sizeType: '45G1', seals: 'SL1, SL2' }],
    told: nothing,
  })
  const list = [
    'Seal No.\tTare (KGS)\tCntr No\tVessel\tPkgs\tGross Weight (MT)\tCBM',
    'SL1\t3900\tMSKU 123456-5\tAda\t40\t18.5\t61.2',
    'SL2\t3900\tTGHU7654320\tAda\t38\t17\t60',
  ]
  expect(paste(list.join('\r\n'), 2)).toEqual({
    rows: [
      {
        ...{ seals: 'SL1', tareWeight: 3900, number: 'MSKU1234565', packages: 40 },
        ...{ cargoWeight: 18_500, volume: 61.2 },
      },
      {
        ...{ seals: 'SL2', tareWeight: 3900, number: 'TGHU7654320', packages: 38 },
        ...{ cargoWeight: 17_000, volume: 60 },
      },
    ],
    told: { ...nothing, unknown: ['Vessel'] },
  })
})

test('lines of a mail without headings are read as before', () => {
  expect(paste('MSKU1234565 45G1 SL1\nTGHU7654320 22G1', 4).rows).toEqual([
    { number: 'MSKU1234565', sizeType: '45G1', seals: 'SL1' },
    { number: 'TGHU7654320', sizeType: '22G1' },
  ])
})

test('a whole mail gives its containers; its other lines are left out and told', () => {
  const mail = 'Dear all,\r\n\r\nMSKU1234565 45G1 SL1\r\nTGHU7654320 22G1\r\n\r\nBest regards\r\nAnn Lee'
  expect(paste(mail)).toEqual({
    rows: [
      { number: 'MSKU1234565', sizeType: '45G1', seals: 'SL1' },
      { number: 'TGHU7654320', sizeType: '22G1' },
    ],
    told: { ...nothing, linesLeftOut: ['Dear all,', 'Best regards', 'Ann Lee'] },
  })
})

test('a mail’s figures are kept in the units of their columns, and what is not understood is told', () => {
  const mail = [
    'Hello Sam,',
    '1) ZQXU 410733-6 / 40HC / seal SL000101 / 500 ctns / 20,500.5 kgs / 28 cbm',
    '2) MSKU1234565 / 40HC / seal SL000102 / 1,200 ctns / 45,000 lbs / 1000 cft / tare 3.9 t / Rotterdam',
    'MSKU1234570\t20GP\tML55\t400\t18000',
    'Best regards',
  ]
  expect(paste(mail.join('\r\n'))).toEqual({
    rows: [
      {
        ...{ number: 'ZQXU4107336', sizeType: '45G1', seals: 'SL000101' },
        ...{ packages: 500, cargoWeight: 20_500.5, volume: 28 },
      },
      {
        ...{ number: 'MSKU1234565', sizeType: '45G1', seals: 'SL000102' },
        ...{ packages: 1200, cargoWeight: 20_411.66, volume: 28.3169, tareWeight: 3900 },
      },
      {
        ...{ number: 'MSKU1234570', sizeType: '22G1', seals: 'ML55' },
        ...{ packages: 400, cargoWeight: 18_000 },
      },
    ],
    told: {
      ...{ ...nothing, linesLeftOut: ['Hello Sam,', 'Best regards'] },
      unread: ['Rotterdam (MSKU1234565)'],
    },
  })
})

test('a row of a table whose number cannot be one is left out and told, unless it stands alone or has a type', () => {
  const leftOut = (...linesLeftOut: string[]) => ({ ...nothing, linesLeftOut })
  expect(paste('PART LOT 7\nTO BE NAMED')).toEqual({
    rows: [],
    told: leftOut('PART LOT 7', 'TO BE NAMED'),
  })
  expect(paste('PART LOT 7').rows).toEqual([{ number: 'PART LOT 7' }])
  const table = ['MSKU1234565\t45G1\tSL1\t40\t18250', 'TBA\t40HC\t\t10\t5000', 'Total\t\t\t50\t23250']
  expect(paste(table.join('\n'))).toEqual({
    rows: [
      { number: 'MSKU1234565', sizeType: '45G1', seals: 'SL1', packages: 40, cargoWeight: 18_250 },
      { number: 'TBA', sizeType: '45G1', seals: null, packages: 10, cargoWeight: 5000 },
    ],
    told: leftOut('Total 50 23250'),
  })
  // Headings stand below the greeting, in an order of their own.
  const headed = ['Dear Sam,', '', 'Container\tSeal\tKGS\tPkgs', 'MSKU1234565\tSL1\t18250\t40', 'Regards']
  expect(paste(headed.join('\n')).told.linesLeftOut).toEqual(['Dear Sam,', 'Regards'])
  expect(paste(headed.join('\n')).rows).toMatchObject([{ number: 'MSKU1234565', seals: 'SL1', packages: 40 }])
})

test('a weight in pounds is not taken for kilograms', () => {
  expect(paste('Container\tTare (lbs)\nMSKU1234565\t8598').rows).toEqual([
    { number: 'MSKU1234565', tareWeight: '8598 lbs' },
  ])
})

test('headings of goods are refused among the containers, and those of containers among the goods', () => {
  const goods =
    'Name\tDescription\tGross Weight\tNumber of Packs\tContainer\nYarn\tCombed\t100\t4\tMSKU1234565'
  expect(paste(goods)).toEqual({ rows: [], told: { ...nothing, elsewhere: itemsTable.sentence } })
  const among = (text: string) =>
    pastedCells(text, null, {
      ...into,
      columns: itemColumnsFor([]),
      pastedColumns: allItemColumns,
      newValues: {},
      otherTable: containersTable,
    })
  const containers = among('Container Number\tSize and Type\tSeals\nMSKU1234565\t45G1\tSL1')
  expect(containers).toMatchObject({ changes: [], told: { elsewhere: containersTable.sentence } })
  expect(among(goods).told.elsewhere).toBe(null)
})

test('packages may be counted by their word, which has no column here', () => {
  expect(paste('Container\tPkgs\nMSKU1234565\t40 cartons').rows).toEqual([
    { number: 'MSKU1234565', packages: 40 },
  ])
})
