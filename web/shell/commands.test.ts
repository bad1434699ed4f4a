import { expect, test } from 'vitest'
import { commandsFor } from './commands.ts'

const labels = [
  'New job',
  'Change ETD',
  'Change ETA',
  'Generate Arrival Notice',
  'Go to Contacts',
  'Go to Finance',
  'Go to Document Templates',
  'Morning summary',
]
const commands = labels.map(label => ({ id: label, label, run: () => undefined }))
const found = (text: string) => commandsFor(commands, text).map(({ label }) => label)

test('commands are found by the beginnings of their words, in any order and letter case', () => {
  expect(found('chan et')).toEqual(['Change ETD', 'Change ETA'])
  expect(found('ARRIVAL gen')).toEqual(['Generate Arrival Notice'])
  expect(found('contacts')).toEqual(['Go to Contacts'])
  expect(found('ontacts')).toEqual([])
  expect(found('new york')).toEqual([])
})

test('before anything is typed the first six are offered', () => {
  expect(found(' ')).toEqual(labels.slice(0, 6))
})
