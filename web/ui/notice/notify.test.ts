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

test('a failure goes once the same went well; other failures stay', () => {
  notify.failed('E-mail on job 7: not saved.', undefined, 'E-mail on job 7')
  notify.failed('E-mail on job 8: not saved.', undefined, 'E-mail on job 8')
  notify.done('E-mail on job 7: saved after you closed it.', undefined, 'E-mail on job 7')
  notify.settled('something else')
  const failures = noticeStore.read().filter(({ tone }) => tone === 'failed')
  const about = failures.map(notice => notice.about)
  expect(about).toContain('E-mail on job 8')
  expect(about).not.toContain('E-mail on job 7')
})

test('a name that ends in a dot ends the sentence, too', () => {
  for (const [said, shown] of [
    ['Agent is now Deniz Nakliyat A.Ş..', 'Agent is now Deniz Nakliyat A.Ş.'],
    [
      'Agent is now Acme Inc.. It was Acme Ltd.. Undo it.',
      'Agent is now Acme Inc. It was Acme Ltd. Undo it.',
    ],
    ['Reading …', 'Reading …'],
    ['Wait... Done.', 'Wait... Done.'],
    ['a..b.docx is stored.', 'a..b.docx is stored.'],
  ] as const) {
    notify.done(said)
    expect(noticeStore.read().at(-1)?.message).toBe(shown)
  }
})
