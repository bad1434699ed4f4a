import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Item } from '#contract/items.ts'
import { packingModeChoices } from '#contract/choices.ts'
import { renderPart } from '#web/ui/test-render.tsx'
import { itemInput, itemValues } from './form.ts'
import { ItemDialog } from './ItemDialog.tsx'

const cartons: Item = {
  id: '00000000-0000-4000-8000-000000000001',
  shipmentId: '00000000-0000-4000-8000-000000000002',
  name: 'Tiles',
  description: null,
  quantity: 120,
  modeOfPacking: 13,
  grossWeight: 1240.5,
  netWeight: null,
  weightUnit: 0,
  numberOfPacks: 6,
  version: 4,
}

const show = (item: Item) =>
  renderPart(
    <ItemDialog jobId={cartons.shipmentId} item={item} onClose={() => undefined} onSaved={() => undefined} />,
  )
const value = (name: string) => screen.getByLabelText<HTMLInputElement>(name).value

test('the item editor shows every field of the item', () => {
  show(cartons)
  expect(screen.getByRole('dialog', { name: 'Item' })).toBeTruthy()
  expect(value('Name')).toBe('Tiles')
  expect(value('Description')).toBe('')
  expect(value('Quantity')).toBe('120')
  expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Packing Mode' }).value).toBe('Cartons')
  expect(value('Gross Weight')).toBe('1,240.5')
  expect(value('Net Weight')).toBe('')
  expect(screen.getByLabelText<HTMLSelectElement>('Weight Unit').selectedOptions[0]?.textContent).toBe('KG')
  expect(value('Number of Packs')).toBe('6')
})

test('packing modes are searched among the 76', async () => {
  show(cartons)
  const field = screen.getByRole('combobox', { name: 'Packing Mode' })
  const offered = () =>
    within(screen.getByRole('listbox'))
      .getAllByRole('option')
      .map(option => option.textContent)
  // The dialog takes the focus to its first field; only then can another have it.
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Name')))
  act(() => field.focus())
  fireEvent.click(field)
  await waitFor(() => expect(offered()).toHaveLength(packingModeChoices.length))
  fireEvent.change(field, { target: { value: 'drum' } })
  await waitFor(() => expect(offered()).toEqual(['Drums', 'Cable Drums', 'Plastic Drums']))
})

test('what was emptied is stored as nothing', () => {
  expect(itemInput({ ...itemValues(cartons), name: '  ', quantity: null })).toEqual({
    name: null,
    description: null,
    quantity: null,
    modeOfPacking: 13,
    grossWeight: 1240.5,
    netWeight: null,
    weightUnit: 0,
    numberOfPacks: 6,
  })
})
