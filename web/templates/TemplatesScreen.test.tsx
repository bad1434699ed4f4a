import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { StarterEdition } from '#contract/starter-templates.ts'
import type { DocumentTemplate } from '#contract/templates.ts'
import { renderPart } from '#web/ui/test-render.tsx'
import { readiness } from './readiness.ts'
import { addedSentences } from './starter-sentences.ts'
import { TemplateReport } from './TemplateReport.tsx'
import { TemplatesScreen } from './TemplatesScreen.tsx'

const notice: DocumentTemplate = {
  id: '00000000-0000-4000-8000-000000000001',
  name: 'Arrival Notice.dotx',
  defaultDocumentName: 'Document from template Arrival Notice.docx',
  type: 'Word Template',
  description: 'Arrival Notice.dotx',
  date: '2026-11-20T12:00:00Z',
  size: 20_000,
  problems: [],
  leftPlaces: 0,
  missing: [],
  version: 1,
}

async function show(
  role: 'staff' | 'viewer' = 'staff',
  templates = [notice],
  editions: readonly StarterEdition[] = [],
) {
  const path = '/webapp/documenttemplates'
  const router = createRouter({
    routeTree: createRootRoute({ component: TemplatesScreen }),
    history: createMemoryHistory({ initialEntries: [path] }),
  })
  renderPart(<RouterProvider router={router as never} />, {
    role,
    known: [
      [['templates'], templates],
      [['templates', 'starters'], editions],
    ],
  })
  await screen.findByRole('grid')
  return () => router.history.location.href
}

const upload = (...names: string[]) =>
  fireEvent.change(screen.getByLabelText('Upload Template', { selector: 'input' }), {
    target: { files: names.map(name => new File(['x'], name)) },
  })

test('lists Name, Default Document Name, Type and Date in medium format', async () => {
  await show()
  const headers = screen.getAllByRole('columnheader').map(header => header.textContent)
  expect(headers).toEqual(['Name', 'Default Document Name', 'Type', 'Date', 'Edit', 'Delete'])
  const cells = [...document.querySelectorAll('tbody td')].map(cell => cell.getAttribute('title'))
  expect(cells.slice(0, 4)).toEqual([
    'Arrival Notice.dotx',
    'Document from template Arrival Notice.docx',
    'Word Template',
    expect.stringMatching(/^Nov 20, 2026, \d\d:\d\d$/),
  ])
})

test.each([
  [1, '1 placeholder will not be filled'],
  [2, '2 placeholders will not be filled'],
])('says that %i of a template’s places are left alone', async (leftPlaces, words) => {
  const text = readiness({ ...notice, leftPlaces })
  expect(text).toBe(`Arrival Notice.dotx is ready to generate documents from; ${words}.`)
  expect(readiness(notice)).toBe('Arrival Notice.dotx is ready to generate documents from.')
})

test('a name keeps its words beside how many places need a look', async () => {
  const problem = { name: 'x', message: 'x is no known field.', place: 'body', suggestion: null }
  await show('staff', [
    { ...notice, leftPlaces: 2 },
    { ...notice, id: '00000000-0000-4000-8000-000000000002', problems: [problem] },
  ])
  const cells = [...document.querySelectorAll('.template-name')].map(({ children }) =>
    [...children].map(({ textContent }) => textContent),
  )
  expect(cells).toEqual([
    ['Arrival Notice.dotx', '2 not filled'],
    ['Arrival Notice.dotx', '1 place to correct'],
  ])
  expect(screen.getByTitle('2 placeholders will not be filled')).toBeTruthy()
})

test('another kind of file is refused in the exact words', async () => {
  await show()
  upload('Arrival Notice.docx')
  const box = await screen.findByRole('dialog', {
    name: "Please select a file with '.dotx' extension.",
  })
  expect(box.textContent).toContain(
    "Only Microsoft Word Template files are allowed for document templates. Current file extension is '.docx'",
  )
})

test('refused files chosen with one that exists are told first, each by name; then its question comes', async () => {
  await show()
  upload('ARRIVAL NOTICE.dotx', 'Paper.pdf', 'Old.doc')
  const box = await screen.findByRole('dialog', { name: "Please select a file with '.dotx' extension." })
  expect(
    within(box)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([
    expect.stringMatching(/^Paper\.pdf: Current file extension is '\.pdf'\. A PDF cannot be filled in\./),
    expect.stringMatching(/^Old\.doc: Current file extension is '\.doc'\. This is the format of Word 2003/),
  ])
  fireEvent.click(within(box).getByRole('button', { name: 'Ok' }))
  const question = await screen.findByRole('dialog', { name: 'ARRIVAL NOTICE.dotx already exists.' })
  fireEvent.click(within(question).getByRole('button', { name: 'Cancel' }))
})

test('to use a Word document as a template is the main way on, beside Ok, which leaves it out', async () => {
  await show()
  upload('Bill.docx', 'Paper.pdf')
  const box = await screen.findByRole('dialog', { name: "Please select a file with '.dotx' extension." })
  expect(box.textContent).toContain("Bill.docx: Current file extension is '.docx'.")
  const main = within(box).getByRole('button', { name: 'Use it as a template' })
  expect(main.dataset).not.toMatchObject({ variant: 'default' })
  await waitFor(() => expect(document.activeElement).toBe(main))
  expect(box.textContent).toContain(
    '“Use it as a template” saves a copy of Bill.docx as the template Bill.dotx. Ok leaves it out.',
  )
  const ok = within(box).getByRole('button', { name: 'Ok' })
  expect(ok.dataset).toMatchObject({ variant: 'default' })
  expect(within(box).queryByRole('button', { name: 'Cancel' })).toBe(null)
  fireEvent.click(ok)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBe(null))
  expect(screen.queryByRole('list', { name: 'Uploads' })).toBe(null)
})

test('a Word document used as a template asks before it replaces the template of its name', async () => {
  await show()
  upload('Arrival Notice.docx')
  fireEvent.click(await screen.findByRole('button', { name: 'Use it as a template' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Use it as it is' }))
  const question = await screen.findByRole('dialog', { name: 'Arrival Notice.dotx already exists.' })
  fireEvent.click(within(question).getByRole('button', { name: 'Cancel' }))
})

test('of a Word document it is asked for which job it was made; Cancel leaves nothing', async () => {
  await show()
  upload('Bill.docx')
  fireEvent.click(await screen.findByRole('button', { name: 'Use it as a template' }))
  const box = await screen.findByRole('dialog', { name: 'Make a template from this document' })
  expect(box.textContent).toContain('Which job was it made for?')
  expect(box.textContent).toContain('Both store it as the template Bill.dotx')
  expect(within(box).getByRole('button', { name: 'Show the page' }).ariaDisabled).toBe('true')
  fireEvent.click(within(box).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBe(null))
  expect(screen.queryByRole('list', { name: 'Uploads' })).toBe(null)
})

test('a template’s page is opened from its row', async () => {
  const opened = await show()
  fireEvent.click(screen.getByRole('button', { name: 'Edit on the page: Arrival Notice.dotx' }))
  await waitFor(() => expect(opened()).toBe(`/webapp/documenttemplates/page?id=${notice.id}`))
})

test('a file of the same name, whatever its case, asks before it replaces', async () => {
  await show()
  upload('ARRIVAL NOTICE.dotx')
  const box = await screen.findByRole('dialog', { name: 'ARRIVAL NOTICE.dotx already exists.' })
  expect(box.textContent).toContain('Do you want to replace it?')
  fireEvent.click(within(box).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Uploads' })).toBe(null))
})

test('deleting asks in the exact words', async () => {
  await show()
  fireEvent.click(screen.getByRole('button', { name: 'Delete Arrival Notice.dotx' }))
  const box = await screen.findByRole('dialog', { name: "Do you want to delete 'Arrival Notice.dotx'?" })
  expect(box.textContent).toContain('This will remove the Document Template.')
})

test('a viewer neither uploads nor deletes', async () => {
  await show('viewer')
  expect(screen.queryByRole('button', { name: 'Upload Template' })).toBe(null)
  expect(screen.queryByRole('button', { name: /^Delete/ })).toBe(null)
  expect(screen.queryByRole('button', { name: /^Edit on the page/ })).toBe(null)
})

test('what an upload found wrong is said with its place and a suggestion, and leads to that place', async () => {
  const problem = {
    name: 'Shipment.Nmae',
    message: 'Shipment.Nmae is no known field.',
    place: 'body, table 1, row 2',
    suggestion: 'Shipment.Name',
  }
  const root = createRootRoute({
    component: () => (
      <TemplateReport
        templates={[{ ...notice, problems: [problem] }]}
        onDismiss={() => undefined}
        onShow={() => undefined}
      />
    ),
  })
  const history = createMemoryHistory()
  renderPart(<RouterProvider router={createRouter({ routeTree: root, history }) as never} />)
  expect((await screen.findByRole('listitem')).textContent).toBe(
    'Shipment.Nmae is no known field. Did you mean Shipment.Name? In body, table 1, row 2. Show on the page',
  )
  const address = new URL(screen.getByRole<HTMLAnchorElement>('link').href)
  expect([address.pathname, ...address.searchParams]).toEqual([
    '/webapp/documenttemplates/page',
    ['id', notice.id],
    ['show', 'Shipment.Nmae'],
    ['at', 'body, table 1, row 2'],
  ])
})

describe('starter templates', () => {
  const edition = (name: string, state: StarterEdition['state']): StarterEdition => ({
    ...{ templateId: notice.id, name, starter: name, state },
  })
  const older = ['House Air Waybill.dotx', 'Quotation.dotx'].map(name => edition(name, 'older'))
  const own = edition('Arrival Notice.dotx', 'changed')

  test('that have a newer edition are told, with the way to it; one that was changed is not', async () => {
    await show('staff', [notice], [...older, own, edition('Pre-alert.dotx', 'current')])
    expect(screen.getByText(/newer edition/).textContent).toBe(
      '2 starter templates have a newer edition, and your company has not changed its own ones: House Air Waybill, Quotation. Renew them',
    )
    expect(screen.getByRole('button', { name: 'Renew them' })).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
    expect(screen.queryByText(/newer edition/)).toBeNull()
  })

  test('are not told where there is nothing newer, nor to who may not renew them', async () => {
    await show('staff', [notice], [own])
    expect(screen.queryByText(/newer edition/)).toBeNull()
    await show('viewer', [notice], older)
    expect(screen.queryByText(/newer edition/)).toBeNull()
  })

  test('that are added are told with those that can be renewed and those that are left alone', () => {
    expect(addedSentences([], [])).toBe('All starter templates are here already.')
    expect(addedSentences([notice], [...older, own])).toBe(
      '1 starter template added. 2 have a newer edition: see above the list. One that your company has changed stays as it is: Arrival Notice.',
    )
    expect(
      addedSentences(
        [],
        Array.from({ length: 5 }, () => own),
      ),
    ).toBe(
      'All starter templates are here already. 5 that your company has changed stay as they are: Arrival Notice, Arrival Notice, Arrival Notice and 2 more.',
    )
  })
})
