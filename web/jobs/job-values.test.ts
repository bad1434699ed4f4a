import { expect, test } from 'vitest'
import { differingFields } from '#web/ui/record-form/three-way.ts'
import { jobAccess, jobChange, formFields, type JobValues, unparsedFields } from './job-values.ts'

const empty = Object.fromEntries(formFields.filter(field => !field.includes('.')).map(field => [field, null]))
const stored = {
  ...empty,
  name: 'Tea',
  quote: {
    commodity: null,
    transportMode: 2,
    quoteType: null,
    clType: null,
    loadingPortId: 'p1',
    loadingPort: 'Shanghai',
    viaPortId: null,
    viaPort: null,
    dischargePortId: null,
    dischargePort: null,
    destinationPortId: null,
    destinationPort: null,
  },
} as unknown as JobValues

const edited: JobValues = {
  ...stored,
  name: 'Green tea',
  vesselName: '',
  quote: { ...stored.quote, loadingPortId: 'p2', loadingPort: 'Ningbo' },
}

test('names the fields that differ; an emptied text is none', () => {
  expect(differingFields(jobAccess, edited, stored)).toEqual(['name', 'quote.loadingPortId'])
  expect(differingFields(jobAccess, stored, stored)).toEqual([])
})

test('a save sends what was changed and nothing else', () => {
  expect(jobChange('j', edited, ['name', 'quote.loadingPortId'])).toEqual({
    id: 'j',
    name: 'Green tea',
    quote: { loadingPortId: 'p2' },
  })
  expect(jobChange('j', edited, ['name'])).toEqual({ id: 'j', name: 'Green tea' })
})

test('keeping mine leaves their other changes as they are, and a port keeps its name', () => {
  const theirs = { ...stored, name: 'Coffee', mbl: 'MAEU1' }
  const merged = jobAccess.merged(theirs, edited, ['quote.loadingPortId'])
  expect(merged).toMatchObject({ name: 'Coffee', mbl: 'MAEU1' })
  expect(merged.quote).toMatchObject({ loadingPortId: 'p2', loadingPort: 'Ningbo', transportMode: 2 })
  expect(theirs.quote.loadingPortId).toBe('p1')
})

test('a save waits for figures and dates that are not understood', () => {
  const typed: JobValues = {
    ...stored,
    volume: '12x',
    etd: '03/12/2026',
    eta: '2026-12-09',
    grossWeight: 12.5,
  }
  expect(unparsedFields(typed)).toEqual(['volume', 'etd'])
  expect(unparsedFields({ ...typed, volume: 12, etd: null })).toEqual([])
  expect(() => jobChange('j', typed, ['volume'])).toThrow('“12x” is not a number.')
  expect(jobChange('j', typed, ['grossWeight', 'eta'])).toEqual({
    id: 'j',
    grossWeight: 12.5,
    eta: '2026-12-09',
  })
})
