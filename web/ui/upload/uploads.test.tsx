import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ApiProblem } from '#web/lib/problem.ts'
import { renderPart } from '#web/ui/test-render.tsx'
import { UploadList } from './UploadList.tsx'
import { useUploads, type SendFile } from './uploads.ts'

function Uploads({ send }: { send: SendFile }) {
  const { uploads, add, retry, dismiss } = useUploads({ send, explain: error => (error as Error).message })
  return (
    <>
      <button type="button" onClick={() => add([new File(['a'], 'a.pdf'), new File(['b'], 'b.pdf')])}>
        Add
      </button>
      <UploadList uploads={uploads} onRetry={retry} onDismiss={dismiss} />
    </>
  )
}

const rows = () => screen.queryAllByRole('listitem').map(row => row.textContent)

test('files go one after the other, each with its progress', async () => {
  const sent: { name: string; done: () => void; progress: (sent: number, total: number) => void }[] = []
  renderPart(
    <Uploads
      send={(file, progress) =>
        new Promise(done => {
          sent.push({ name: file.name, done, progress })
        })
      }
    />,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Add' }))
  await waitFor(() => expect(sent.map(one => one.name)).toEqual(['a.pdf']))
  expect(rows()).toEqual(['a.pdfWaiting…Cancel', 'b.pdfWaiting…Cancel'])
  act(() => sent[0]?.progress(3, 4))
  expect(rows()[0]).toBe('a.pdf75%Cancel')
  expect(sent.map(one => one.name)).toEqual(['a.pdf'])
  sent[0]?.done()
  await waitFor(() => expect(rows()).toEqual(['b.pdfWaiting…Cancel']))
  sent[1]?.done()
  await waitFor(() => expect(rows()).toEqual([]))
})

test('a file that failed says why, can be tried again or dismissed, and does not stop the next', async () => {
  let isDown = true
  const ids: string[] = []
  renderPart(
    <Uploads
      send={(file, _progress, _signal, id) => {
        if (file.name === 'a.pdf') ids.push(id)
        return isDown && file.name === 'a.pdf'
          ? Promise.reject(new Error('It is too large.'))
          : Promise.resolve()
      }}
    />,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Add' }))
  expect((await screen.findByRole('alert')).textContent).toBe('It is too large.')
  await waitFor(() => expect(rows()).toHaveLength(1))
  isDown = false
  fireEvent.click(screen.getByRole('button', { name: 'Try again: a.pdf' }))
  await waitFor(() => expect(rows()).toEqual([]))
  expect(ids).toEqual([ids[0], ids[0]])
})

test('a file on its way or waiting can be cancelled, and the next goes on', async () => {
  const started: string[] = []
  renderPart(
    <Uploads
      send={(file, progress, signal) => {
        started.push(file.name)
        progress(1, 2)
        return new Promise((_done, fail) => {
          signal.addEventListener('abort', () => fail(new Error('Cancelled.')))
        })
      }}
    />,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Add' }))
  await waitFor(() => expect(started).toEqual(['a.pdf']))
  fireEvent.click(screen.getByRole('button', { name: 'Cancel a.pdf' }))
  await waitFor(() => expect(started).toEqual(['a.pdf', 'b.pdf']))
  fireEvent.click(screen.getByRole('button', { name: 'Cancel b.pdf' }))
  await waitFor(() => expect(rows()).toEqual([]))
  expect(screen.queryByRole('alert')).toBe(null)
})

test('a file for which there is no room can only be dismissed', async () => {
  const full = new ApiProblem({
    type: 'about:blank',
    status: 507,
    code: 'company_storage_full',
    title: 'The storage is full',
    detail: 'Your company has no room left.',
  })
  renderPart(<Uploads send={() => Promise.reject(full)} />)
  fireEvent.click(screen.getByRole('button', { name: 'Add' }))
  await waitFor(() => expect(screen.getAllByRole('alert')).toHaveLength(2))
  expect(screen.queryByRole('button', { name: /Try again/ })).toBeNull()
  expect(screen.getAllByRole('button', { name: 'Dismiss' })).toHaveLength(2)
})
