import { MantineProvider, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import { theme } from '#web/ui/theme.ts'
import { LightSelect, LightTextarea, LightTextInput } from './light-inputs.tsx'

const nothing = () => undefined
const inOrder = (text: string, separator: string) => text.split(separator).filter(Boolean).toSorted()

/** An element, whatever the order of its attributes, classes and variables. */
function described(element: Element): unknown {
  const attributes = [...element.attributes].map(({ name, value }) => [
    name,
    name === 'style' ? inOrder(value.replaceAll('; ', ';'), ';') : inOrder(value, ' '),
  ])
  return [
    element.tagName,
    Object.fromEntries(attributes),
    element.children.length > 0 ? [...element.children].map(described) : element.textContent,
  ]
}

function drawn(field: ReactNode) {
  const { container, unmount } = render(<MantineProvider theme={theme}>{field}</MantineProvider>)
  const [root] = [...container.children].filter(({ tagName }) => tagName !== 'STYLE')
  const found = root && described(root)
  unmount()
  return found
}

const plain = { id: 'field', label: 'Name', name: 'name', value: 'Tea', onChange: nothing }
const refused = { ...plain, error: 'Too long.', description: 'As on the paper.', disabled: true }
const unnamed = {
  ...plain,
  label: undefined,
  'aria-label': 'Consignee',
  role: 'combobox',
  'aria-expanded': false,
}

test.each([
  ['plain', plain],
  ['refused', refused],
  ['unnamed', { ...unnamed, error: 'Not taken.' }],
  ['with a sign', { ...plain, rightSection: <b>x</b>, dir: 'auto', placeholder: 'None', readOnly: true }],
])('a light text input makes what the kit makes: %s', (_, props) => {
  expect(drawn(<LightTextInput {...props} />)).toEqual(drawn(<TextInput {...props} />))
})

test('a note about what stands in the field comes after it, as with the kit', () => {
  const note = { ...plain, description: 'Read as 1.5.' }
  const kit = (
    <TextInput
      {...note}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      classNames={{ input: 'field--number', description: 'field__warning' }}
    />
  )
  const own = <LightTextInput {...note} isNoteBelow inputClass="field--number" noteClass="field__warning" />
  expect(drawn(own)).toEqual(drawn(kit))
})

test.each([
  ['plain', plain],
  ['refused', refused],
])('a light text area makes what the kit makes: %s', (_, props) => {
  expect(drawn(<LightTextarea {...props} rows={2} dir="auto" />)).toEqual(
    drawn(<Textarea {...props} rows={2} dir="auto" />),
  )
})

test.each([
  ['plain', { ...plain, value: '1' }],
  ['refused', { ...refused, value: '' }],
])('a light select makes what the kit makes: %s', (_, props) => {
  const data = [
    { value: '', label: '' },
    { value: '1', label: 'Import' },
  ]
  expect(drawn(<LightSelect {...props} data={data} />)).toEqual(
    drawn(<NativeSelect {...props} data={data} />),
  )
})
