import { expect, test } from 'vitest'
import { timeZoneChoices } from './time-zone-choices.ts'

const labelsAt = (instant: string, chosen: string | null = null) =>
  new Map(timeZoneChoices(chosen, new Date(instant)).map(({ value, label }) => [value, label]))

test('every time zone is offered once, under its name of today, with how far it is from UTC now', () => {
  const winter = labelsAt('2026-01-15T12:00:00Z')
  expect(winter.get('Asia/Karachi')).toBe('Asia/Karachi (UTC+05:00)')
  expect(winter.get('America/New_York')).toBe('America/New York (UTC-05:00)')
  expect(winter.get('Asia/Kolkata')).toBe('Asia/Kolkata (UTC+05:30)')
  expect(winter.get('UTC')).toBe('UTC')
  expect(winter.has('Asia/Calcutta')).toBe(false)
  expect([...winter.keys()]).toEqual([...winter.keys()].toSorted())
  expect(labelsAt('2026-07-15T12:00:00Z').get('America/New_York')).toBe('America/New York (UTC-04:00)')
})

test('the zone that stands is among them, though this browser has never heard of it', () => {
  expect(labelsAt('2026-01-15T12:00:00Z', 'Mars/Olympus').get('Mars/Olympus')).toBe('Mars/Olympus')
  expect(labelsAt('2026-01-15T12:00:00Z').has('Mars/Olympus')).toBe(false)
})
