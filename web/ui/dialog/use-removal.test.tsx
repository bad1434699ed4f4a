import { act } from '@testing-library/react'
import { useEffect } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { ApiProblem } from '#web/lib/problem.ts'
import { messageBoxStore } from './message-box-store.ts'
import { dismissNotice, noticeStore } from '#web/ui/notice/notify.ts'
import { renderPart } from '#web/ui/test-render.tsx'
import { useRemoval } from './use-removal.ts'

type Row = { id: string; name: string }
type Removal = Parameters<typeof useRemoval<Row>>[0]

const bill: Row = { id: 'b', name: 'Bill.docx' }
let done: string[] = []

beforeEach(() => {
  done = []
  for (const { id } of noticeStore.read()) dismissNotice(id)
})

const working: Removal = {
  name: row => row.name,
  remove: async row => {
    done.push(`deleted ${row.id}`)
  },
  restore: async row => {
    done.push(`restored ${row.id}`)
    return { ...row, name: 'Bill (2).docx' }
  },
}

/** What deletes, as a screen has it. */
function removalOf(removal: Removal) {
  let remove: ((row: Row) => Promise<void>) | undefined
  function Screen() {
    const current = useRemoval(removal)
    useEffect(() => {
      remove = current
    })
    return null
  }
  renderPart(<Screen />)
  return (row: Row) =>
    act(async () => {
      void remove?.(row)
      await Promise.resolve()
    })
}
const answer = (wanted: 'ok' | 'cancel') => act(async () => messageBoxStore.read()?.answer(wanted))
const notices = () => noticeStore.read().map(({ message, action }) => [message, action?.label, action?.of])
const press = () => act(async () => noticeStore.read().at(-1)?.action?.run())

test('it is asked about first, and kept on Cancel', async () => {
  await removalOf({ ...working, question: 'This will remove the paper.' })(bill)
  expect(messageBoxStore.read()).toMatchObject({
    title: "Do you want to delete 'Bill.docx'?",
    description: 'This will remove the paper.',
    destructive: true,
  })
  await answer('cancel')
  expect([done, notices()]).toEqual([[], []])
})

test('it is deleted on Ok, and Undo brings it back under the name that it has then', async () => {
  await removalOf({ ...working, question: 'This will remove the paper.', of: 'job 7' })(bill)
  await answer('ok')
  expect(done).toEqual(['deleted b'])
  expect(notices()).toEqual([['Bill.docx was deleted.', 'Undo', 'job 7']])
  await press()
  expect(done).toEqual(['deleted b', 'restored b'])
  expect(notices().at(-1)).toEqual(['Bill (2).docx was restored.', undefined, undefined])
})

test('without a question it is deleted at once', async () => {
  await removalOf(working)(bill)
  expect(messageBoxStore.read()).toBeUndefined()
  expect(done).toEqual(['deleted b'])
})

test('without a way back nothing is offered, and its row says that it went', async () => {
  const { restore: _restore, ...final } = working
  await removalOf(final)(bill)
  expect([done, notices()]).toEqual([['deleted b'], []])
})

test('what fails is told with its reason, and is tried again where that can help', async () => {
  let fails = true
  const remove = async (row: Row) => {
    if (fails) throw new Error('The server could not be reached.')
    done.push(`deleted ${row.id}`)
  }
  await removalOf({ ...working, remove })(bill)
  const message = 'Bill.docx could not be deleted. The server could not be reached.'
  expect(notices()).toEqual([[message, undefined, undefined]])
  await removalOf({ ...working, remove, mayTryAgain: true })(bill)
  expect(notices()).toEqual([[message, 'Try again', undefined]])
  fails = false
  await press()
  expect(done).toEqual(['deleted b'])
})

test('what is being deleted is not deleted again, and can be once that has failed', async () => {
  let fail: (reason: Error) => void = () => undefined
  const remove = ({ id }: Row) =>
    new Promise((_, reject) => {
      done.push(`deleted ${id}`)
      fail = reject
    })
  const removeRow = removalOf({ ...working, remove })
  await removeRow(bill)
  await removeRow(bill)
  expect(done).toEqual(['deleted b'])
  await act(async () => fail(new Error('The server could not be reached.')))
  await removeRow(bill)
  expect(done).toEqual(['deleted b', 'deleted b'])
  await act(async () => fail(new Error('The server could not be reached.')))
})

test('what somebody else has deleted is gone, which is no failure', async () => {
  const gone = new ApiProblem({
    type: 'about:blank',
    title: 'Not found',
    status: 404,
    code: 'not_found',
    detail: 'There is no such document.',
  })
  await removalOf({ ...working, remove: async () => Promise.reject(gone), mayTryAgain: true })(bill)
  expect(notices()).toEqual([['Bill.docx had already been deleted.', undefined, undefined]])
  expect(noticeStore.read()[0]?.tone).toBe('done')
})
