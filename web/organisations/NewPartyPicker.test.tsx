import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPart } from '#web/ui/test-render.tsx'
import { NewPartyPicker } from './NewPartyPicker.tsx'

const block = `Sialkot Surgical (Pvt) Ltd
12-B Small Industries Estate
Sialkot 51310
Pakistan
Tel +92 52 355 1234
info@surgical.example`

test('a pasted address goes into the fields, shows those that it fills, and leaves what stands there', () => {
  renderPart(<NewPartyPicker name="Surgical" onChosen={() => undefined} onClose={() => undefined} />, {
    known: [[['countries'], [{ id: 'PK', name: 'Pakistan' }]]],
  })
  expect(screen.queryByLabelText('City')).toBeNull()
  fireEvent.paste(screen.getByLabelText('Paste an address'), { clipboardData: { getData: () => block } })
  const value = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value
  expect(['Name', 'E-mail', 'Street', 'City', 'Post Code', 'Telephone'].map(value)).toEqual([
    'Surgical',
    'info@surgical.example',
    'Small Industries Estate',
    'Sialkot',
    '51310',
    '+92 52 355 1234',
  ])
  expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Country' }).value).toBe('Pakistan')
})
