import { expect, test } from 'vitest'
import { dropActionsOf, noticeStore, notify } from './notify.ts'

test('what notices offer to do to a job goes when the job is left; their words stay', () => {
  const run = () => undefined
  notify.failed('Agent of job 7 was not changed.', { label: 'Try again', run, of: 'seven' })
  notify.failed('Agent of job 8 was not changed.', { label: 'Try again', run, of: 'eight' })
  dropActionsOf('seven')
  expect(noticeStore.read().map(({ message, action }) => [message, action?.label])).toEqual([
    ['Agent of job 7 was not changed.', undefined],
    ['Agent of job 8 was not changed.', 'Try again'],
  ])
})

test('a failure is told with its reason', () => {
  notify.failedBecause('Bill.dotx could not be deleted.', new Error('The server could not be reached.'))
  expect(noticeStore.read().at(-1)?.message).toBe(
    'Bill.dotx could not be deleted. The server could not be reached.',
  )
})
