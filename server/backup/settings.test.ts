import { expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { AppError } from '#server/errors.ts'
import { startFailure } from '#server/start-failure.ts'
import { readInterval } from './settings.ts'

test('intervals are minutes, hours or days, from a minute to 31 days', () => {
  expect(['30m', '24h', ' 7D ', '31d'].map(readInterval)).toEqual([
    30 * 60_000,
    24 * 3_600_000,
    7 * 86_400_000,
    31 * 86_400_000,
  ])
  expect(['0m', '32d', '24', 'h', '1.5h', '-1h', 'daily'].map(readInterval)).toEqual(Array(7).fill(null))
})

test('backups are made where BACKUP_TO says, once a day, and 14 are kept, unless said otherwise', () => {
  expect(readConfig({}).backup).toBe(undefined)
  expect(readConfig({ BACKUP_TO: '/mnt/backups' }).backup).toEqual({
    to: '/mnt/backups',
    everyMs: 86_400_000,
    keep: 14,
  })
  expect(
    readConfig({ BACKUP_TO: 's3://vault/lading', BACKUP_EVERY: '6h', BACKUP_KEEP: '60' }).backup,
  ).toEqual({
    to: 's3://vault/lading',
    everyMs: 6 * 3_600_000,
    keep: 60,
  })
})

test('mistakes are named, and S3 may be there for backups alone', () => {
  const mistakes = (environment: Record<string, string>) => {
    try {
      readConfig(environment)
      return []
    } catch (error) {
      return (error as Error).message.split('\n').slice(1)
    }
  }
  expect(mistakes({ BACKUP_EVERY: 'daily', BACKUP_KEEP: '0', BACKUP_TO: '/mnt' })).toEqual([
    '  BACKUP_EVERY must be an interval such as 30m, 24h or 7d, from a minute to 31 days',
    '  BACKUP_KEEP must be a whole number from 1 to 1000',
  ])
  expect(mistakes({ BACKUP_EVERY: '6h' })).toEqual([
    '  BACKUP_EVERY is given without BACKUP_TO; set both or neither',
  ])
  const s3 = { S3_ENDPOINT: 'http://127.0.0.1:1', S3_ACCESS_KEY_ID: 'key', S3_SECRET_ACCESS_KEY: 'secret' }
  expect(mistakes(s3)).toHaveLength(3)
  expect(readConfig({ ...s3, BACKUP_TO: 's3://vault' })).toMatchObject({
    s3: undefined,
    s3Access: {
      endpoint: 'http://127.0.0.1:1',
      region: 'us-east-1',
      accessKeyId: 'key',
      secretAccessKey: 'secret',
    },
  })
})

test('a disk without room for what is restored is told in its own words', () => {
  expect(startFailure(new AppError('storage_full', 'The server’s disk is nearly full.'))).toBe(
    'The server’s disk is nearly full.',
  )
})
