import { fireEvent } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Dialog } from '#web/ui/dialog/Dialog.tsx'
import { renderPart } from '#web/ui/test-render.tsx'
import { useSaveKey } from './save-key.ts'

function Form({ onSave, withDialog }: { onSave: () => void; withDialog: boolean }) {
  useSaveKey(onSave)
  return (
    withDialog && (
      <Dialog title="Conflict" onClose={() => undefined}>
        Text
      </Dialog>
    )
  )
}

test.each([
  [false, 1],
  [true, 0],
])('Ctrl+S saves a screen, though not from behind a dialog (%s), and never the page', (withDialog, times) => {
  let saved = 0
  const onSave = () => {
    saved += 1
  }
  renderPart(<Form onSave={onSave} withDialog={withDialog} />)
  fireEvent.keyDown(window, { key: 's' })
  expect(saved).toBe(0)
  expect(fireEvent.keyDown(window, { key: 'S', ctrlKey: true })).toBe(false)
  expect(saved).toBe(times)
})
