import { expect, test } from 'vitest'
import { containerTexts } from './container-column.ts'

test('an item says the number of its container, or over how many it is split', () => {
  const containers = [
    { id: 'a', number: 'MSKU1234565' },
    { id: 'b', number: 'TGHU7654321' },
    { id: 'c', number: null },
  ]
  const links = [
    { itemId: 'whole', containerId: 'b' },
    { itemId: 'split', containerId: 'a' },
    { itemId: 'split', containerId: 'b' },
    { itemId: 'unnumbered', containerId: 'c' },
  ]
  expect([...containerTexts(containers, links)]).toEqual([
    ['whole', 'TGHU7654321'],
    ['split', '2 containers'],
    ['unnumbered', '(no number)'],
  ])
})
