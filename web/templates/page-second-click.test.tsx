import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { FieldGroup } from '#contract/template-fields.ts'
import { samplePage } from './page/sample-page.ts'
import { answerCalls, click, group, JOB, showPage } from './test-page.tsx'

const page = samplePage()
const field = (name: string, label: string, value: string) => ({
  ...{ name, label, aliases: [], kind: 'text' as const, value },
})
const fields: FieldGroup[] = [
  {
    ...{ name: 'Shipment', title: 'Job', isList: false },
    fields: [
      field('Shipment.Instructions', 'Instructions', 'As per letter of credit'),
      field('Shipment.LetterOfCredit', 'Letter of credit', 'LC 77'),
    ],
  },
]

answerCalls(({ address }) => {
  if (/\/fields(\?|$)/.test(address)) return fields
  if (address.startsWith('/api/shipment')) return { id: JOB, jobId: 123, name: 'Cotton' }
  return /\/page(\?|$)/.test(address) ? page : []
})
beforeEach(() => localStorage.clear())

const shown = () => showPage(page.template.id, `&job=${JOB}`)
const CHANGE = 'Change… House B/L'
const at = (detail: number) => ({ detail, clientX: 50, clientY: 60 })

test('the second click of a double click chooses nothing in what the first has opened', async () => {
  await shown()
  fireEvent.click(screen.getByRole('button', { name: CHANGE }), at(1))
  const option = await screen.findByRole('option', { name: /Letter of credit/ })
  expect(fireEvent.mouseDown(option, at(2))).toBe(false)
  fireEvent.click(option, at(2))
  fireEvent.click(option, at(3))
  expect(screen.getByRole('dialog')).toBeTruthy()
  expect(group('In the template')).toContain('House B/L')
  fireEvent.click(option, at(1))
  await waitFor(() => expect(group('In the template')).toContain('Job: Letter of credit'))
})

test('a field of the name that is looked for stands before one whose value holds it', async () => {
  await shown()
  click(CHANGE)
  const search = await screen.findByRole('combobox', { name: 'Search fields' })
  fireEvent.change(search, { target: { value: 'letter of credit' } })
  await waitFor(() =>
    expect(screen.getAllByRole('option').map(one => one.textContent)).toEqual([
      expect.stringContaining('Job: Letter of credit'),
      expect.stringContaining('Job: Instructions'),
    ]),
  )
})

test('what came back from before is told with its time, can be taken back, and can be discarded', async () => {
  await shown()
  click('Remove House B/L')
  await waitFor(() => expect(JSON.stringify(localStorage)).toContain('decisions'))
  cleanup()
  await shown()
  expect(screen.getByText(/^Your unsaved changes of .* were kept\./)).toBeTruthy()
  expect(group('Dismissed')).toEqual(['House B/L'])
  click('Undo')
  expect(screen.queryByText(/were kept/)).toBeNull()
  expect(group('In the template')).toContain('House B/L')

  click('Remove House B/L')
  expect(screen.queryByText(/were kept/)).toBeNull()
  await waitFor(() => expect(JSON.stringify(localStorage)).toContain('decisions'))
  cleanup()
  await shown()
  click('Discard them')
  expect(screen.queryByText(/were kept/)).toBeNull()
  expect(within(document.body).queryByRole('region', { name: 'Dismissed' })).toBeNull()
  await waitFor(() => expect(JSON.stringify(localStorage)).not.toContain('decisions'))
})
