import { fireEvent, screen } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { wordsOf } from '#contract/company-words.ts'
import { organisationLabels } from '#contract/organisations.ts'
import { connectCalls } from '#web/lib/transport.ts'
import { renderPart } from '#web/ui/test-render.tsx'
import { NewPartyPicker } from './NewPartyPicker.tsx'
import { type PastedSample, pastedSamples } from './pasted-addresses.samples.ts'

const block = `Sialkot Surgical (Pvt) Ltd
12-B Small Industries Estate
Sialkot 51310
Pakistan
Tel +92 52 355 1234
info@surgical.example`

const countries = Object.entries({
  AE: 'United Arab Emirates',
  CN: 'China',
  DE: 'Germany',
  GB: 'United Kingdom',
  NL: 'Netherlands',
  PK: 'Pakistan',
  US: 'United States',
}).map(([id, name]) => ({ id, name }))

const show = (name: string) =>
  renderPart(<NewPartyPicker name={name} onChosen={() => undefined} onClose={() => undefined} />, {
    known: [[['countries'], countries]],
  })
const box = () => screen.getByLabelText<HTMLTextAreaElement>('Paste an address')
/** As a browser does: the event, and then the text in place of what is selected. */
function paste(text: string) {
  fireEvent.paste(box(), { clipboardData: { getData: () => text } })
  const { value, selectionStart, selectionEnd } = box()
  type(value.slice(0, selectionStart) + text + value.slice(selectionEnd))
}
const type = (text: string) => fireEvent.change(box(), { target: { value: text } })
const valueOf = (label: string) =>
  screen.queryByRole<HTMLInputElement>(label === 'Country' ? 'combobox' : 'textbox', { name: label })
    ?.value ?? ''
const filledFields = () =>
  Object.fromEntries(
    Object.values(organisationLabels)
      .map(label => [label, valueOf(label)])
      .filter(([, value]) => value !== ''),
  )
const warning = () => screen.queryByText(/^Not taken into a field/)?.textContent ?? ''

/** What the server was asked to make. */
function watchServer() {
  const made: unknown[] = []
  vi.stubGlobal('fetch', (_: string, { method, body }: { method: string; body: string }) => {
    if (method === 'POST') made.push(JSON.parse(body))
    return Promise.resolve(method === 'POST' ? Response.json({}, { status: 500 }) : Response.json([]))
  })
  connectCalls({
    base: 'http://localhost:3000',
    tokenFor: () => Promise.resolve('token'),
    onSignInRequired: () => undefined,
    onAccountRequired: () => undefined,
    onVerificationRequired: () => undefined,
  })
  return made
}
afterEach(() => vi.unstubAllGlobals())

test('a pasted address goes into the fields, shows those that it fills, and leaves what stands there', () => {
  show('Surgical')
  expect(screen.queryByLabelText('City')).toBeNull()
  paste(block)
  expect(filledFields()).toMatchObject({
    Name: 'Surgical',
    'E-mail': 'info@surgical.example',
    Street: 'Small Industries Estate',
    City: 'Sialkot',
    'Post Code': '51310',
    Telephone: '+92 52 355 1234',
    Country: 'Pakistan',
  })
})

// They tell a field or stand for a country whose name the card shows.
const labelWords = new Set(
  'tel phone t e mob cell fax telefon telefax mail attn add ustidnr idnr ust vat btw ntn trn uscc tax id no england uk usa deutschland the u s a p r'.split(
    ' ',
  ),
)

describe('realistic addresses', () => {
  test.each(Object.entries(pastedSamples))('%s', (_, sample: PastedSample) => {
    show(sample.name)
    paste(sample.text)
    expect(filledFields()).toEqual(sample.fields)
    for (const part of sample.notTaken ?? []) expect(warning()).toContain(`“${part}”`)
    if (!sample.notTaken) expect(warning()).toBe('')
    const shown = new Set(wordsOf([...Object.values(filledFields()), warning()].join(' ')))
    const lost = wordsOf(sample.text).filter(word => !shown.has(word) && !labelWords.has(word))
    expect(lost).toEqual([])
  })
})

describe('a text that is typed', () => {
  const typed = '12 High Street\nLondon SW1A 1AA\nUnited Kingdom'

  test('is read when the box is left', () => {
    show('Acme')
    type(typed)
    fireEvent.blur(box())
    expect(filledFields()).toMatchObject({ Street: 'High Street', City: 'London', Country: 'United Kingdom' })
  })

  test('is read when Create is pressed, and sent', async () => {
    const made = watchServer()
    show('Acme')
    type(typed)
    fireEvent.click(screen.getByRole('button', { name: 'Create' }))
    await vi.waitFor(() => expect(made).toHaveLength(1))
    expect(made[0]).toMatchObject({
      name: 'Acme',
      organisationContacts: [
        { contact: { street: 'High Street', city: 'London', code: 'SW1A 1AA', countryId: 'GB' } },
      ],
    })
  })

  test('makes no contact before a person has seen what of it is in no field', async () => {
    const made = watchServer()
    show('Acme')
    type(`${typed}\nFax: +44 20 7946 0000`)
    fireEvent.keyDown(box(), { key: 'Enter', ctrlKey: true })
    await screen.findByText(/The contact is not created yet/)
    expect(warning()).toContain('“Fax: +44 20 7946 0000”')
    expect(made).toEqual([])
    fireEvent.click(screen.getByRole('button', { name: 'Create' }))
    await vi.waitFor(() => expect(made).toHaveLength(1))
  })

  test('keeps the pointer’s button in its place while the box has the focus', () => {
    show('Acme')
    box().focus()
    expect(fireEvent.mouseDown(screen.getByRole('button', { name: 'Create' }))).toBe(false)
    screen.getByLabelText('Name').focus()
    expect(fireEvent.mouseDown(screen.getByRole('button', { name: 'Create' }))).toBe(true)
  })
})

describe('a second address', () => {
  const first = 'Acme House\n12 High Street\nLondon SW1A 1AA\nEngland'
  const second = '77 Quay Road\nHull\nHU1 2AB\nUnited Kingdom'
  const ofSecond = {
    Name: 'Acme',
    'Building No.': '77',
    Street: 'Quay Road',
    City: 'Hull',
    'Post Code': 'HU1 2AB',
    Country: 'United Kingdom',
  }

  test('over the selected first one replaces what that one filled, and empties what it has not', () => {
    show('Acme')
    paste(first)
    box().select()
    paste(second)
    expect(filledFields()).toEqual(ofSecond)
  })

  test('after the box was emptied does the same, and an empty box changes nothing', () => {
    show('Acme')
    paste(first)
    type('')
    fireEvent.blur(box())
    expect(filledFields()).toMatchObject({ Street: 'High Street', City: 'London' })
    paste(second)
    expect(filledFields()).toEqual(ofSecond)
  })

  test('leaves what a person typed, and names what that keeps out', () => {
    show('Acme')
    paste(first)
    fireEvent.change(screen.getByLabelText('City'), { target: { value: 'Leeds' } })
    box().select()
    paste(second)
    expect(filledFields()).toEqual({ ...ofSecond, City: 'Leeds' })
    expect(warning()).toContain('“Hull” (City keeps what you typed)')
  })

  test('brings its own name where the first one brought the name', () => {
    show('')
    paste('Elbe Foods GmbH\nAm Kai 1\n20457 Hamburg\nGermany')
    box().select()
    paste(block)
    expect(filledFields()).toMatchObject({ Name: 'Sialkot Surgical (Pvt) Ltd', City: 'Sialkot' })
    expect(warning()).toBe('')
  })
})
