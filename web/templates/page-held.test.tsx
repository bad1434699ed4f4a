import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { TemplatePage } from '#contract/template-pages.ts'
import { samplePage } from './page/sample-page.ts'
import { answerCalls, click, clickSave, group, JOB, showPage } from './test-page.tsx'

let page: TemplatePage
let sent: unknown[] = []
let finish: () => void

answerCalls(({ method, address, body }) => {
  if (method === 'PUT') {
    sent.push(body)
    return new Promise(resolve => {
      finish = () => {
        page = {
          ...page,
          ...{ template: { ...page.template, version: 2 }, places: page.places.slice(2), rows: [] },
        }
        resolve({ template: page.template, differences: [], comparedWith: 'former' })
      }
    })
  }
  if (address.startsWith('/api/shipment')) return { id: JOB, jobId: 123, name: 'Cotton' }
  return /\/page(\?|$)/.test(address) ? page : []
})

beforeEach(() => {
  page = samplePage()
  sent = []
})

const HELD =
  'The template is written, checked and compared with the page… It can be changed again after that.'
const held = () => screen.queryByText(HELD)
const inTemplate = () => group('In the template')

test('while it is saved nothing on the page is decided, and it says so', async () => {
  await showPage(page.template.id, `&job=${JOB}`)
  click('Not a field “Maas Textiles Kade 1 Rotterdam”')
  clickSave()
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(held()).toBeNull()
  const root = document.querySelector<HTMLElement>('.page-editor')
  expect(document.activeElement).not.toBe(document.body)

  click('Remove House B/L')
  expect(held()).toBeTruthy()
  expect(inTemplate()).toEqual(['House B/L', 'Shipment.Nmae'])
  click('Undo')
  click('Insert a field')
  click('Another job')
  fireEvent.dragStart(screen.getByRole('region', { name: 'Page' }))
  const line = within(screen.getByRole('region', { name: 'In the template' })).getByText('House B/L')
  for (const key of ['Delete', 'c', 'f', 'Enter']) fireEvent.keyDown(line, { key })
  fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true })
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(group('Dismissed')).toEqual(['Shipper: Name and address“Maas Textiles Kade 1 Rotterdam”'])
  expect(inTemplate()).toEqual(['House B/L', 'Shipment.Nmae'])

  finish()
  await screen.findByText(/^The template was saved\./)
  expect(held()).toBeNull()
  expect(root?.contains(document.activeElement)).toBe(true)
  click('Remove House B/L')
  expect(group('Dismissed')).toEqual(['House B/L'])
  expect(sent).toHaveLength(1)
})
