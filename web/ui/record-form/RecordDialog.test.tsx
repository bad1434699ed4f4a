import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { Problem } from '#contract/errors.ts'
import { readDraft } from '#web/lib/drafts.ts'
import { ApiProblem } from '#web/lib/problem.ts'
import { FormText } from '#web/ui/form/form-fields.tsx'
import { renderPart } from '#web/ui/test-render.tsx'
import { RecordDialog } from './RecordDialog.tsx'

type Port = { name: string | null; code: string | null }
type StoredPort = { values: Port; version: number }

const stored: StoredPort = { values: { name: 'Lyari', code: null }, version: 3 }
const labels = { name: 'Name', code: 'Code' }

const refusal = (extras: Partial<Problem>) =>
  new ApiProblem({
    type: 'about:blank',
    title: 'Refused',
    status: 400,
    code: 'invalid_input',
    detail: '',
    ...extras,
  })

const changed = (current: StoredPort) =>
  refusal({ status: 412, code: 'changed_meanwhile', detail: 'The port was changed.', current })

type Send = (sent: Port, changed: readonly (keyof Port)[], version: number) => Promise<StoredPort>

/** A port editor over a server that holds `now`. */
function open(now = stored, more: { draftKey?: string } = {}) {
  const send = vi.fn<Send>(async (sent, fields, version) => {
    if (version !== now.version) throw changed(now)
    const change = Object.fromEntries(fields.map(field => [field, sent[field]]))
    return { values: { ...now.values, ...change }, version: version + 1 }
  })
  const onClose = vi.fn<() => void>()
  const sendAnew = vi.fn<(sent: Port) => Promise<StoredPort>>(async sent => ({ values: sent, version: 1 }))
  const onSaved = vi.fn<(reply: StoredPort) => void>()
  const { unmount } = renderPart(
    <RecordDialog
      title="Port"
      stored={stored}
      labels={labels}
      textOf={(field, value) => (field === 'code' ? `Code ${value}` : value)}
      send={send}
      anew={{ noun: 'port', send: sendAnew }}
      {...more}
      read={reply => reply}
      onSaved={onSaved}
      onClose={onClose}
    >
      {control => (
        <>
          <FormText control={control} name="name" label={labels.name} />
          <FormText control={control} name="code" label={labels.code} />
        </>
      )}
    </RecordDialog>,
  )
  return { send, sendAnew, onClose, onSaved, unmount }
}

const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label, { selector: '[type=text]' }), { target: { value } })
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save' }))
const sentTo = (send: ReturnType<typeof open>['send']) =>
  send.mock.calls.map(([, fields, version]) => [fields, version])

test('what two people changed in different fields is kept of both, and the dialog closes', async () => {
  const { send, onClose, onSaved } = open({ values: { name: 'Lyari', code: 'PKLYW' }, version: 4 })
  type('Name', 'Lyari West')
  save()
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(sentTo(send)).toEqual([
    [['name'], 3],
    [['name'], 4],
  ])
  expect(onSaved.mock.calls).toEqual([[{ values: { name: 'Lyari West', code: 'PKLYW' }, version: 5 }]])
})

test.each([
  ['Mine: Code PKLYE', [['code'], 4]],
  ['Theirs: Code PKLYW', [[], 4]],
])('the same field needs a choice: “%s” sends %j', async (choice, last) => {
  const { send, onClose } = open({ values: { name: 'Lyari', code: 'PKLYW' }, version: 4 })
  type('Code', 'PKLYE')
  save()
  expect(await screen.findByRole('group', { name: 'Code' })).toBeTruthy()
  expect(screen.getByText(/^The port was changed\. Choose which to keep, then save again\./)).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('Mine: Code PKLYE').checked).toBe(true)
  expect(onClose).not.toHaveBeenCalled()
  fireEvent.click(screen.getByLabelText(choice))
  save()
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(sentTo(send).at(-1)).toEqual(last)
})

test('an emptied field is shown as such', async () => {
  open({ values: { name: 'Lyari East', code: null }, version: 4 })
  type('Name', '')
  save()
  expect(await screen.findByLabelText('Mine: (empty)')).toBeTruthy()
  expect(screen.getByLabelText('Theirs: Lyari East')).toBeTruthy()
})

test('a refused field says why, and the next save is sent again', async () => {
  const { send, onClose } = open()
  send.mockRejectedValueOnce(
    refusal({ title: 'Check the fields', errors: [{ path: 'code', message: 'Five letters.' }] }),
  )
  type('Code', 'PK')
  save()
  expect(await screen.findByText('Five letters.')).toBeTruthy()
  expect(screen.getByRole('alert').textContent).toBe('Check the fields.')
  save()
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
})

test('what is typed while a save is under way keeps the dialog open', async () => {
  const { send, onClose, onSaved } = open()
  let answer: (reply: StoredPort) => void = () => undefined
  send.mockReturnValueOnce(new Promise(resolve => (answer = resolve)))
  type('Name', 'Lyari West')
  save()
  await waitFor(() => expect(send).toHaveBeenCalledOnce())
  type('Code', 'PKLYE')
  answer({ values: { name: 'Lyari West', code: null }, version: 4 })
  await waitFor(() => expect(onSaved).toHaveBeenCalledOnce())
  expect(onClose).not.toHaveBeenCalled()
  send.mockResolvedValueOnce({ values: { name: 'Lyari West', code: 'PKLYE' }, version: 5 })
  save()
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(sentTo(send)).toEqual([
    [['name'], 3],
    [['code'], 4],
  ])
})

test('what somebody has deleted is saved as a new one, with all that it held', async () => {
  const { send, sendAnew, onClose, onSaved } = open()
  send.mockRejectedValueOnce(refusal({ status: 404, code: 'not_found', detail: 'There is no such port.' }))
  type('Code', 'PKLYE')
  save()
  expect((await screen.findByRole('alert')).textContent).toMatch(/^Somebody has deleted this port/)
  expect(onClose).not.toHaveBeenCalled()
  sendAnew.mockRejectedValueOnce(refusal({ detail: 'The server is busy.' }))
  const again = () => fireEvent.click(screen.getByRole('button', { name: 'Save as a new port' }))
  again()
  expect(await screen.findByText('The server is busy.')).toBeTruthy()
  again()
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  const values = { name: 'Lyari', code: 'PKLYE' }
  expect(sendAnew.mock.calls).toEqual([[values], [values]])
  expect(onSaved.mock.calls).toEqual([[{ values, version: 1 }]])
})

const draftKey = 'lading:draft:a:u:port:p'

test('what is typed outlives a reload, until it is saved', async () => {
  const first = open(stored, { draftKey })
  type('Code', 'PKLYE')
  first.unmount()
  expect(readDraft(draftKey)?.fields).toEqual({ code: 'PKLYE' })
  const second = open(stored, { draftKey })
  expect(screen.getByLabelText<HTMLInputElement>('Code', { selector: '[type=text]' }).value).toBe('PKLYE')
  expect(screen.getByText(/^Your unsaved changes of .* were kept\./)).toBeTruthy()
  save()
  await waitFor(() => expect(second.onClose).toHaveBeenCalledOnce())
  second.unmount()
  expect(readDraft(draftKey)).toBeUndefined()
})

test('what is discarded is not kept', async () => {
  const { onClose, unmount } = open(stored, { draftKey })
  type('Code', 'PKLYE')
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Discard' }))
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  unmount()
  expect(readDraft(draftKey)).toBeUndefined()
})
