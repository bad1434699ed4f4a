import { act, configure, fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx'
import { renderPart } from '#web/ui/test-render.tsx'
import { LookupField } from './LookupField.tsx'

configure({ asyncUtilTimeout: 8000 })

const sent: string[] = []
let answer: (names: readonly string[]) => void

function PartyDialog() {
  const [chosen, choose] = useState('Maas')
  return (
    <>
      <Companies label="Behind" chosen="" onTake={() => undefined} />
      <FormDialog
        title="Party"
        submit="Add"
        isUnsaved
        onClose={() => undefined}
        onSubmit={() => void sent.push(chosen)}
      >
        <Companies label="Consignee" chosen={chosen} onTake={choose} />
      </FormDialog>
    </>
  )
}

type CompaniesProps = { label: string; chosen: string; onTake: (name: string) => void }

const Companies = ({ label, chosen, onTake }: CompaniesProps) => (
  <LookupField
    label={label}
    field={label}
    noun="companies"
    value={chosen === '' ? null : { name: chosen }}
    find={text => ({
      queryKey: ['looked up for sending', label, text],
      queryFn: () =>
        new Promise<{ id: string; name: string }[]>(resolve => {
          answer = names => resolve(names.map(name => ({ id: name, name })))
          if (text === '') answer([])
        }),
    })}
    onTake={({ name }) => onTake(name)}
    onRemove={() => undefined}
    actions={[]}
  />
)

const field = (name: string) => screen.getByRole<HTMLInputElement>('combobox', { name, hidden: true })
const type = (name: string, text: string) => {
  act(() => field(name).focus())
  fireEvent.change(field(name), { target: { value: text } })
}
const add = () => fireEvent.click(screen.getByRole('button', { name: 'Add' }))

beforeEach(() => {
  sent.length = 0
  Element.prototype.scrollIntoView = () => undefined
  renderPart(<PartyDialog />)
})

test('a form waits for the line that Enter asked for', async () => {
  type('Consignee', 'indus')
  fireEvent.keyDown(field('Consignee'), { key: 'Enter' })
  add()
  expect(sent).toEqual([])
  await act(async () => answer(['Indus Textiles']))
  await waitFor(() => expect(sent).toEqual(['Indus Textiles']))
})

test('a text that no line was taken for is not sent as what was chosen before: the focus goes there', async () => {
  type('Consignee', 'indus')
  act(() => field('Consignee').blur())
  add()
  await waitFor(() => expect(document.activeElement).toBe(field('Consignee')))
  expect([sent, field('Consignee').value]).toEqual([[], 'indus'])
})

test('a text in a field behind the dialog holds up nothing', () => {
  type('Behind', 'indus')
  add()
  expect(sent).toEqual(['Maas'])
})
