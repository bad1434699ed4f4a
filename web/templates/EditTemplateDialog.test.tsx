import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { DocumentTemplate } from '#contract/templates.ts'
import { renderPart } from '#web/ui/test-render.tsx'
import { EditTemplateDialog } from './EditTemplateDialog.tsx'

const bill: DocumentTemplate = {
  id: '00000000-0000-4000-8000-000000000001',
  name: 'House Bill.dotx',
  defaultDocumentName: 'HBL.docx',
  type: 'Word Template',
  description: null,
  date: '2026-11-20T12:00:00Z',
  size: 20_000,
  problems: [],
  leftPlaces: 0,
  missing: [],
  version: 1,
}

test('a template’s documents need a name', async () => {
  const onClose = vi.fn<() => void>()
  renderPart(<EditTemplateDialog template={bill} onClose={onClose} />)
  const name = screen.getByLabelText('Default Document Name')
  fireEvent.change(name, { target: { value: ' ' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Give the documents a name.')).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(name))
  fireEvent.change(name, { target: { value: 'Bill' } })
  expect(screen.queryByText('Give the documents a name.')).toBe(null)
  expect(onClose).not.toHaveBeenCalled()
})
