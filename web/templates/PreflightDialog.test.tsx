import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Preflight } from '#contract/generation.ts'
import { renderPart } from '#web/ui/test-render.tsx'
import { PreflightDialog } from './PreflightDialog.tsx'

const template = (id: string, name: string): Preflight['templates'][number] => ({
  id,
  name,
  problems: [
    { name: 'Job.Nmae', message: '“Job.Nmae” is not a known field', place: 'body', suggestion: null },
  ],
  refused: null,
  asksOriginalOrCopy: false,
})
const templates = [
  template('bill', 'Bill.dotx'),
  template('order', 'Order.dotx'),
  template('note', 'Note.dotx'),
]
const place = { screen: 'items' as const }
const etd = { label: 'ETD', message: 'ETD is empty', place, templateIds: ['order', 'note'] }
const weight = {
  label: 'Gross weight',
  message: 'The job’s gross weight is 5 KG; its items come to 6 KG',
  place,
  check: true as const,
  templateIds: ['note'],
}
const job = (changes: Partial<Preflight['jobs'][number]>): Preflight['jobs'][number] => ({
  id: 'job',
  jobId: 7,
  name: 'Cotton',
  missing: [etd, weight],
  numbers: [],
  isEmpty: false,
  refusals: [],
  ...changes,
})
const leftOut = { templateId: 'bill', message: 'Job 7 goes by air.' }

async function show(jobs: Preflight['jobs'], role: 'staff' | 'viewer' = 'staff') {
  const nothing = () => undefined
  const router = createRouter({
    routeTree: createRootRoute({
      component: () => (
        <PreflightDialog
          preflight={{ templates, jobs }}
          onBack={nothing}
          onClose={nothing}
          onGenerate={nothing}
          originalsAndCopies={{}}
          choose={nothing}
        />
      ),
    }),
    history: createMemoryHistory(),
  })
  renderPart(<RouterProvider router={router as never} />, { role })
  return screen.findByRole('dialog')
}

const listsIn = (dialog: HTMLElement) =>
  within(dialog)
    .getAllByRole('heading', { level: 3 })
    .map(heading => [heading.textContent, heading.parentElement?.querySelector('ul')?.textContent])

test('what merely wants a look stands under a heading of its own', async () => {
  expect(listsIn(await show([job({})]))).toEqual([
    ['This job lacks', 'ETD is empty in Order, Note'],
    ['Check', 'The job’s gross weight is 5 KG; its items come to 6 KG in Note'],
  ])
})

test('of several jobs each is named', async () => {
  const jobs = [job({}), job({ id: 'other', jobId: 8, name: null, missing: [weight] })]
  expect(listsIn(await show(jobs)).map(([heading]) => heading)).toEqual([
    'Job 7 Cotton lacks',
    'Check job 7 Cotton',
    'Check job 8 (unnamed)',
  ])
})

test('a template that is left out is not counted, and what it could not fill is not told', async () => {
  const dialog = await show([job({ refusals: [leftOut] })])
  expect(listsIn(dialog)[0]).toEqual(['This job lacks', 'ETD is empty'])
  expect(within(dialog).getByText(/Bill.dotx is left out/)).toBeTruthy()
  expect(within(dialog).queryByText(/Bill.dotx has/)).toBeNull()
  expect(within(dialog).getByText(/Order.dotx has 1 place/)).toBeTruthy()
})

test('a template that is left out for some jobs is counted for the others alone, and names them all', async () => {
  const everywhere = { ...etd, templateIds: ['bill', 'order', 'note'] }
  const refusing = (id: string, jobId: number) =>
    job({
      id,
      jobId,
      missing: [{ ...etd, templateIds: ['order', 'note'] }],
      refusals: [{ templateId: 'bill', message: `Job ${jobId} goes by air.` }],
    })
  const jobs = [refusing('one', 5), refusing('two', 6), refusing('three', 8)]
  const dialog = await show([...jobs, job({ id: 'four', jobId: 9, missing: [everywhere] })])
  expect(listsIn(dialog).map(([, text]) => text)).toEqual(Array.from({ length: 4 }, () => 'ETD is empty'))
  expect(within(dialog).getByText(/is left out/).textContent).toBe(
    'Bill.dotx is left out for jobs 5, 6 and 8. For example: Job 5 goes by air.',
  )
})

const linksIn = (dialog: HTMLElement) =>
  [...dialog.querySelectorAll('a')]
    .map(link => [link.textContent, link.getAttribute('href')])
    .filter(([, href]) => href?.startsWith('/webapp/documenttemplates/page'))

test('what a job lacks and what a template names wrongly lead to their places in the templates', async () => {
  const page = '/webapp/documenttemplates/page?id='
  const wrong = ['Show on the page', `&show=Job.Nmae&at=body`] as const
  expect(linksIn(await show([job({})]))).toEqual([
    ...['bill', 'order', 'note'].map(id => [wrong[0], `${page}${id}${wrong[1]}`]),
    ['Order', `${page}order&show=ETD`],
    ['Note', `${page}note&show=ETD`],
    ['Note', `${page}note&show=Gross+weight`],
  ])
})

test('of one template each line leads to its place, for who may change templates', async () => {
  const dialog = await show([job({ refusals: [leftOut, { ...leftOut, templateId: 'order' }] })])
  expect(listsIn(dialog)[0]).toEqual(['This job lacks', 'ETD is empty Show in the template'])
  expect(linksIn(dialog).slice(1)).toEqual([
    ['Show in the template', '/webapp/documenttemplates/page?id=note&show=ETD'],
    ['Show in the template', '/webapp/documenttemplates/page?id=note&show=Gross+weight'],
  ])
})

test('whoever may not change templates is led to none of them', async () => {
  const dialog = await show([job({})], 'viewer')
  expect(listsIn(dialog)[0]).toEqual(['This job lacks', 'ETD is empty in Order, Note'])
  expect(linksIn(dialog)).toEqual([])
})
