import { expect, test } from 'vitest'
import { companyToday } from './company-day.ts'

test('today is the day of the company’s zone, of UTC where none is set or the browser does not know it', () => {
  const instant = new Date('2026-11-22T10:30:00Z')
  expect(companyToday('Pacific/Pago_Pago', instant)).toBe('2026-11-21')
  expect(companyToday('Asia/Karachi', instant)).toBe('2026-11-22')
  expect(companyToday('Pacific/Kiritimati', instant)).toBe('2026-11-23')
  expect(companyToday(null, instant)).toBe('2026-11-22')
  expect(companyToday('Mars/Olympus', instant)).toBe('2026-11-22')
})
