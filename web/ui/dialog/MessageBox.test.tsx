import { MantineProvider } from '@mantine/core'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { MessageBoxHost } from './MessageBoxHost.tsx'
import { askForAnswer, askMessage } from './message-box-store.ts'

const question = {
  title: 'Do you want to remove Maas Forwarding?',
  description: 'This will remove the Consignee from this job.',
}

function show() {
  render(
    <MantineProvider env="test">
      <button type="button">Remove</button>
      <MessageBoxHost />
    </MantineProvider>,
  )
  screen.getByRole('button', { name: 'Remove' }).focus()
}

test('asks in its words and answers Ok', async () => {
  show()
  const answer = askMessage(question)
  const box = await screen.findByRole('dialog', { name: question.title })
  expect(box.textContent).toContain(question.description)
  fireEvent.click(screen.getByRole('button', { name: 'Ok' }))
  expect(await answer).toBe(true)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test.each(['Cancel', 'Close'])('%s answers no', async name => {
  show()
  const answer = askMessage(question)
  fireEvent.click(await screen.findByRole('button', { name }))
  expect(await answer).toBe(false)
})

test('Escape answers no, and the focus goes back to where it was', async () => {
  show()
  const answer = askMessage(question)
  fireEvent.keyDown(await screen.findByRole('dialog'), { key: 'Escape' })
  expect(await answer).toBe(false)
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Remove'))
})

test('may offer another way out, with a sentence about it', async () => {
  show()
  const answer = askForAnswer({ ...question, advice: 'It can stay.', other: 'Keep it' })
  const box = await screen.findByRole('dialog', { name: question.title })
  expect(box.textContent).toContain('It can stay.')
  fireEvent.click(screen.getByRole('button', { name: 'Keep it' }))
  expect(await answer).toBe('other')
})

test('a second question answers the first with no', async () => {
  show()
  const first = askMessage(question)
  const second = askMessage({ title: 'Leave without saving?', ok: 'Leave', cancel: 'Keep editing' })
  expect(await first).toBe(false)
  fireEvent.click(await screen.findByRole('button', { name: 'Leave' }))
  expect(await second).toBe(true)
})
