import { expect, test } from 'vitest'
import { packaging } from './packaging.ts'

test.each([
  ['Cartons', 1, 'Carton'],
  ['Cartons', 2, 'Cartons'],
  ['Boxes', 1, 'Box'],
  ['Collies', 1, 'Colli'],
  ['Pail', 1, 'Pail'],
  ['Pail', 2, 'Pails'],
  ['Palletized Carton', 0, 'Palletized Cartons'],
  ['Plastic Bag', 1_200, 'Plastic Bags'],
  // Without a count the kind is told as it was chosen.
  ['Chest', null, 'Chest'],
  // Nobody counts them, or no plural is sure.
  ['Bulk', 2, 'Bulk'],
  ['Scrap', 2, 'Scrap'],
  ['UT', 2, 'UT'],
  ['Container (Full)', 2, 'Container (Full)'],
])('%s for %s is “%s”', (word, count, shown) => {
  expect(packaging(word, count)).toBe(shown)
})
