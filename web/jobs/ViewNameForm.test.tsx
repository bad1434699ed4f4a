import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderPart } from '#web/ui/test-render.tsx'
import { ViewNameForm } from './ViewNameForm.tsx'

test('Enter twice saves one view, and another may be saved afterwards', async () => {
  const answers: ((isDone: boolean) => void)[] = []
  const onSave = vi.fn(() => new Promise<boolean>(resolve => answers.push(resolve)))
  renderPart(
    <ViewNameForm
      renamed={undefined}
      isReady
      mayShare
      replaces={() => false}
      onSave={onSave}
      onRename={async () => true}
    />,
  )
  const name = screen.getByLabelText<HTMLInputElement>('Save this view as')
  const enter = () => name.form && fireEvent.submit(name.form)
  fireEvent.change(name, { target: { value: 'Hasty' } })
  enter()
  enter()
  expect(onSave.mock.calls).toEqual([['Hasty', false]])
  answers[0]?.(true)
  await waitFor(() => expect(name.value).toBe(''))
  fireEvent.change(name, { target: { value: 'Second' } })
  enter()
  expect(onSave.mock.calls).toEqual([
    ['Hasty', false],
    ['Second', false],
  ])
})
