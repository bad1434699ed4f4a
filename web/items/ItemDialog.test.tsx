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
  marksAndNumbers: null,
  hsCode: null,
  length: null,
  width: null,
  height: null,
  dimensionUnit: null,
  volume: null,
  unNumber: null,
  hazardClass: null,
  packingGroup: null,
  properShippingName: null,
  flashpoint: null,
  marinePollutant: null,
  limitedQuantity: null,
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
    marksAndNumbers: null,
    hsCode: null,
    length: null,
    width: null,
    height: null,
    dimensionUnit: null,
    volume: null,
    unNumber: null,
    hazardClass: null,
    packingGroup: null,
    properShippingName: null,
    flashpoint: null,
    marinePollutant: null,
    limitedQuantity: null,
  })
})

const group = (title: string) => screen.getByText(title).closest('details')

test('further fields are folded, and open where they are filled in', () => {
  show({ ...cartons, marksAndNumbers: 'ACME\nNOS 1-6', hsCode: '6907.2' })
  expect(group('Marks and HS code')?.open).toBe(true)
  expect(group('Dimensions')?.open).toBe(false)
  expect(group('Dangerous goods')?.open).toBe(false)
  expect(value('Marks and Numbers')).toBe('ACME\nNOS 1-6')
  expect(value('HS Code')).toBe('6907.2')
  expect(screen.getByText('An HS code has 6 to 10 digits; this one has 5.')).toBeTruthy()
})

test('what the declaration of dangerous goods says stands with the UN number, a flashpoint with its sign', () => {
  show({ ...cartons, unNumber: '1263', flashpoint: -4.5, marinePollutant: 1, limitedQuantity: 0 })
  expect(group('Dangerous goods')?.open).toBe(true)
  const chosen = (name: string) =>
    screen.getByLabelText<HTMLSelectElement>(name).selectedOptions[0]?.textContent
  expect([value('Flashpoint (°C)'), chosen('Marine Pollutant'), chosen('Limited Quantity')]).toEqual([
    ...['-4.5', 'Yes', 'No'],
  ])
  type('Flashpoint (°C)', '38 °C c.c.')
  expect(value('Flashpoint (°C)')).toBe('38')
  type('Flashpoint (°C)', '-18,5C')
  expect(value('Flashpoint (°C)')).toBe('-18.5')
  type('Flashpoint (°C)', '100 °F')
  expect(screen.getByText('“100 °F” is in another unit. Type it in °C.')).toBeTruthy()
  type('Flashpoint (°C)', '201')
  expect(screen.getByText('At most 200.')).toBeTruthy()
})

test('the volume is that of the packages until another is typed, and says which', () => {
  show({ ...cartons, length: 120, width: 80, height: 95 })
  expect(value('Volume')).toBe('5.472')
  expect(screen.getByText('Packs × length × width × height.')).toBeTruthy()
  fireEvent.change(screen.getByLabelText('Height'), { target: { value: '100' } })
  expect(value('Volume')).toBe('5.76')
  fireEvent.focus(screen.getByLabelText('Volume'))
  fireEvent.change(screen.getByLabelText('Volume'), { target: { value: '6' } })
  fireEvent.blur(screen.getByLabelText('Volume'))
  expect(value('Volume')).toBe('6')
  expect(screen.getByText('Typed: the packages come to 5.76 m³.')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Use the packages’' }))
  expect(value('Volume')).toBe('5.76')
  // Emptied, it stays empty until the field is left.
  fireEvent.focus(screen.getByLabelText('Volume'))
  fireEvent.change(screen.getByLabelText('Volume'), { target: { value: '' } })
  expect(value('Volume')).toBe('')
  fireEvent.blur(screen.getByLabelText('Volume'))
  expect(value('Volume')).toBe('5.76')
})

const type = (name: string, text: string) => {
  fireEvent.focus(screen.getByLabelText(name))
  fireEvent.change(screen.getByLabelText(name), { target: { value: text } })
  fireEvent.blur(screen.getByLabelText(name))
}
const unit = () => screen.getByLabelText<HTMLSelectElement>('Weight Unit').selectedOptions[0]?.textContent

test('a weight may be typed with its unit: it is converted to the one that is chosen, and chooses one where none is', () => {
  show({ ...cartons, netWeight: 1000 })
  type('Gross Weight', '1,2 t')
  expect([value('Gross Weight'), unit()]).toEqual(['1,200', 'KG'])
  type('Gross Weight', '220 lbs')
  expect([value('Gross Weight'), unit()]).toEqual(['220 lbs', 'KG'])
  expect(screen.getByText('“220 lbs” is in another unit. Type it in kg or t.')).toBeTruthy()
  fireEvent.change(screen.getByLabelText('Weight Unit'), { target: { value: '1' } })
  type('Gross Weight', '12,5 kg')
  expect([value('Gross Weight'), unit()]).toEqual(['0.0125', 'TON'])
  type('Gross Weight', '12,55 kg')
  expect(
    screen.getByText('“12,55 kg” has more digits in the chosen unit than fit here. Choose the other unit.'),
  ).toBeTruthy()
})

test('where no unit is chosen, the one that is typed is', () => {
  show({ ...cartons, grossWeight: null, weightUnit: null })
  type('Gross Weight', '12,5 kg')
  expect([value('Gross Weight'), unit()]).toEqual(['12.5', 'KG'])
  type('Length', '10 in')
  expect(value('Length')).toBe('25.4')
  type('Volume', '3,5 m3')
  expect(value('Volume')).toBe('3.5')
})
