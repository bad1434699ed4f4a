import { expect, test } from 'vitest'
import { scaleOf, STEPS, stepFrom, zoomWords } from './zoom-steps.ts'

test('the steps go up and down and end at both ends', () => {
  expect(STEPS.map(zoom => stepFrom(zoom, 1))).toEqual([0.75, 1, 1.5, 2, 3, 4, 4])
  expect(STEPS.map(zoom => stepFrom(zoom, -1))).toEqual([0.5, 0.5, 0.75, 1, 1.5, 2, 3])
  expect(STEPS.map(zoomWords)).toEqual(['50%', '75%', '100%', '150%', '200%', '300%', '400%'])
})

test('a page is shrunk to its place and not enlarged, but by the zoom', () => {
  expect(scaleOf(1000, { width: 500, zoom: 1 })).toBe(0.5)
  expect(scaleOf(1000, { width: 500, zoom: 3 })).toBe(1.5)
  expect(scaleOf(400, { width: 500, zoom: 1 })).toBe(1)
  expect(scaleOf(1000, { width: 500, zoom: 0.5 })).toBe(0.25)
})
