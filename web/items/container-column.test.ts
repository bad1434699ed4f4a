import { expect, test } from 'vitest'
import { cellReason, cellText, choicesFor, readCell } from '#web/ui/grid/columns.ts'
import { itemWarnings } from './item-columns.ts'
import { containerColumn } from './container-column.ts'
import { containerValue, isWholeIn, linksOf } from './container-value.ts'

const A = '00000000-0000-4000-8000-00000000000a'
const B = '00000000-0000-4000-8000-00000000000b'
const C = '00000000-0000-4000-8000-00000000000c'
const column = containerColumn([
  { id: A, number: 'MSKU1234565' },
  { id: B, number: 'TGHU7654565' },
  { id: C, number: null },
])
const nothing = { packs: null, grossWeight: null, volume: null }

test('an item says the number of its container, or over how many it is split', () => {
  const shown = (links: Parameters<typeof containerValue>[0]) => cellText(column, containerValue(links))
  expect(shown([])).toBe('')
  expect(shown([{ containerId: B, ...nothing }])).toBe('TGHU7654565')
  expect(shown([{ containerId: A, ...nothing, packs: 3 }])).toBe('MSKU1234565')
  expect(shown([A, B].map(containerId => ({ containerId, ...nothing })))).toBe('2 containers')
  expect(shown([{ containerId: C, ...nothing }])).toBe('(no number)')
})

test('the value of a split is all of its parts, so that an undo puts them back', () => {
  const parts = [
    { containerId: A, packs: 3, grossWeight: 1.5, volume: null },
    { containerId: B, packs: 4, grossWeight: null, volume: 2 },
  ]
  const value = containerValue(parts)
  expect(linksOf(value)).toEqual(parts)
  expect(cellReason(column, value)).toBe(null)
  expect([value, A, '2 containers', null].map(isWholeIn)).toEqual([false, true, false, false])
  expect(linksOf(A)).toEqual([{ containerId: A, ...nothing }])
  expect(linksOf(null)).toEqual([])
})

test('a number is read however it is written, and by its end where that is one container’s alone', () => {
  for (const text of ['MSKU1234565', 'msku 123456-5', ' 234565 ', '1234565'])
    expect(readCell(column, text)).toBe(A)
  for (const text of ['565', 'MSKU1234566', '5', '2 containers', '(no number)', 'MSKU'])
    expect(readCell(column, text)).toBe(text)
  expect(readCell(column, ' ')).toBe(null)
})

test('what is no container of the job is refused in words', () => {
  expect(cellReason(column, 'MSKU1234566')).toBe(
    'This job has no container “MSKU1234566”. Add it to the containers below first.',
  )
  expect(cellReason(column, '565')).toBe(
    '2 containers of this job have a number that ends in “565”. Write more of it.',
  )
  expect(cellReason(column, A)).toBe(null)
})

test('a house chooses among the containers of its master, which it cannot add to', () => {
  const ofMaster = containerColumn(
    [
      { id: A, number: 'MSKU1234565' },
      { id: B, number: 'TGHU7654565' },
    ],
    { jobId: 12 },
  )
  expect(readCell(ofMaster, '1234565')).toBe(A)
  expect(cellReason(ofMaster, 'MSKU1234566')).toBe(
    'Master 12 has no container “MSKU1234566”. Add it to the containers of the master first.',
  )
  expect(cellReason(ofMaster, '565')).toBe(
    '2 containers of master 12 have a number that ends in “565”. Write more of it.',
  )
})

test('the list offers the containers that have a number', () => {
  const choices = column.kind === 'choice' ? column.choices : []
  expect(choicesFor(choices, '7654').others).toEqual([{ value: B, label: 'TGHU7654565' }])
  expect(choices).toHaveLength(2)
})

test('containers that have more of an item than there is are said to', () => {
  const part = (containerId: string, packs: number, grossWeight: number | null = null) => ({
    ...{ containerId, packs, grossWeight, volume: null },
  })
  const warned = (...parts: ReturnType<typeof part>[]) =>
    itemWarnings({ numberOfPacks: 10, grossWeight: 1, weightUnit: 1, container: containerValue(parts) })
  expect(warned(part(A, 4), part(B, 6, 1000))).toEqual([])
  expect(warned(part(A, 40))).toMatchObject([
    { text: 'Its containers have more than the item has: packs by 30.' },
  ])
  expect(warned(part(A, 8), part(B, 7, 1000.5))).toEqual([
    {
      column: 'container',
      text: 'Its containers have more than the item has: packs by 5, gross weight by 0.5 kg.',
    },
  ])
  expect(itemWarnings({ numberOfPacks: 10, container: A })).toEqual([])
})
