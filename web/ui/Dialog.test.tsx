import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { Dialog } from './Dialog.tsx'
import { renderPart } from './test-render.tsx'

function TwoDialogs() {
  const [open, setOpen] = useState(['Behind', 'In front'])
  return open.map(title => (
    <Dialog key={title} title={title} onClose={() => setOpen(list => list.filter(one => one !== title))}>
      {title}
    </Dialog>
  ))
}

const titles = () => screen.queryAllByRole('dialog').map(dialog => dialog.textContent)

test('Escape closes only the dialog in front', async () => {
  renderPart(<TwoDialogs />)
  expect(titles()).toHaveLength(2)
  fireEvent.keyDown(document.body, { key: 'Escape' })
  expect(titles()).toEqual([expect.stringContaining('Behind')])
  await new Promise(resolve => setTimeout(resolve, 10))
  fireEvent.keyDown(document.body, { key: 'Escape' })
  expect(titles()).toEqual([])
})
