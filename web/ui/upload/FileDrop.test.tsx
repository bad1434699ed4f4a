import { createEvent, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { FileDrop } from './FileDrop.tsx'
import { askMessage } from '#web/ui/dialog/message-box-store.ts'
import { renderPart } from '#web/ui/test-render.tsx'

const zone = () => screen.getByRole('group', { name: 'Drop templates' })

function drop(name: string) {
  const file = new File(['x'], name)
  const event = createEvent.drop(zone())
  Object.defineProperty(event, 'dataTransfer', {
    value: { files: [file], items: [{ kind: 'file', type: '', getAsFile: () => file }], types: ['Files'] },
  })
  fireEvent(zone(), event)
}

test('after a dropped file was refused in a message, the focus is at the place to drop files', async () => {
  renderPart(
    <FileDrop
      invitation="Drop templates"
      onFiles={files => void askMessage({ title: `${files[0]?.name} is no template.` })}
    />,
  )
  expect(document.activeElement).toBe(document.body)
  drop('notes.txt')
  await screen.findByRole('dialog', { name: 'notes.txt is no template.' })
  fireEvent.click(screen.getByRole('button', { name: 'Ok' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(document.activeElement).toBe(zone()))
})

test('whoever is at work elsewhere on the page stays there', async () => {
  const taken: string[] = []
  renderPart(
    <>
      <button type="button">Work</button>
      <FileDrop invitation="Drop templates" onFiles={files => taken.push(...files.map(({ name }) => name))} />
    </>,
  )
  screen.getByRole('button', { name: 'Work' }).focus()
  drop('a.dotx')
  await waitFor(() => expect(taken).toEqual(['a.dotx']))
  expect(document.activeElement?.textContent).toBe('Work')
})
