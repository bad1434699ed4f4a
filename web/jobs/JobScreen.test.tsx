import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { act, cleanup, configure, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useEffect } from 'react'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { withId } from '#web/lib/address.ts'
import { connectCalls } from '#web/lib/transport.ts'
import { renderPart } from '#web/ui/test-render.tsx'
import { DetailsTab } from './DetailsTab.tsx'
import { formFields } from './job-values.ts'
import { JobScreen } from './JobScreen.tsx'
import { jobsKey } from '#web/records/queries.ts'

// A loaded machine may take its time; what is wrong stays wrong for as long.
configure({ asyncUtilTimeout: 8000 })

const id = '7b0f6a52-3f8e-4a64-9d2a-6f3f0a6c1d11'
const party = {
  id: 'aaaaaaaa-3f8e-4a64-9d2a-6f3f0a6c1d11',
  relatedId: 'bbbbbbbb-3f8e-4a64-9d2a-6f3f0a6c1d11',
  organisation: {
    id: 'bbbbbbbb-3f8e-4a64-9d2a-6f3f0a6c1d11',
    name: 'Rotterdam Tea Company',
    organisationContacts: [],
  },
}
const link = { id: 'cccccccc-3f8e-4a64-9d2a-6f3f0a6c1d11', shipmentId: id, consigneeId: party.id, party }

const empty = Object.fromEntries(formFields.filter(field => !field.includes('.')).map(field => [field, null]))
const storedJob = {
  ...empty,
  id,
  jobId: 7,
  name: 'Green tea',
  statusId: 1,
  shipmentDate: '2026-11-20',
  version: 3,
  quote: {
    financeId: id,
    transportMode: null,
    clType: null,
    loadingPort: 'Ningbo',
    loadingPortId: id,
    destinationPort: 'Rotterdam',
  },
  shipmentConsignees: [link],
  shipmentShipers: [],
  shipmentAgents: [],
  shipmentCarriers: [],
  shipmentClearingAgents: [],
  shipmentParties: [],
  items: [],
  documents: [],
  houses: [],
  differs: [],
  master: null,
  owner: null,
}

type Call = { method: string; url: string; body: unknown; ifMatch: string | undefined }
type Answer = (call: Call) => { status?: number; body: object }

let server: Server
let served: object
let sameHouseBl: object[]
const clients: QueryClient[] = []
const glance = { finance: { total: 0, currency: 'USD' }, lastMail: null, lastNote: null, formerDates: [] }
let calls: Call[] = []
let answer: Answer

beforeAll(async () => {
  server = createServer((request, response) => {
    let text = ''
    request.on('data', (part: Buffer) => (text += part.toString()))
    request.on('end', () => {
      const { method = '', url = '', headers } = request
      const call = { method, url, body: text && (JSON.parse(text) as unknown), ifMatch: headers['if-match'] }
      if (method !== 'GET') calls.push(call)
      const stored = url.endsWith('/samehousebl') ? sameHouseBl : served
      const isList = ['/api/reference', '/api/container', '/api/port'].some(path => url.startsWith(path))
      const read = url.endsWith('/glance') ? glance : isList ? [] : stored
      const { status = 200, body } = method === 'GET' ? { body: read } : answer(call)
      response.writeHead(status).end(JSON.stringify(body))
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  connectCalls({
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    tokenFor: () => Promise.resolve('token'),
    onSignInRequired: () => undefined,
    onAccountRequired: () => undefined,
    onVerificationRequired: () => undefined,
  })
})
afterAll(() => server.close())
beforeEach(() => {
  calls = []
  served = storedJob
  sameHouseBl = []
  localStorage.clear()
})

function Frame() {
  const client = useQueryClient()
  useEffect(() => void clients.push(client), [client])
  return <Outlet />
}

async function showJob() {
  const root = createRootRoute({ component: Frame })
  const jobRoute = createRoute({
    getParentRoute: () => root,
    path: 'webapp/shipment',
    validateSearch: withId,
    component: () => <JobScreen jobId={id} />,
  })
  const details = createRoute({ getParentRoute: () => jobRoute, path: '/', component: DetailsTab })
  const contacts = createRoute({
    getParentRoute: () => root,
    path: 'webapp/contacts',
    component: () => <p>All contacts</p>,
  })
  const router = createRouter({
    routeTree: root.addChildren([jobRoute.addChildren([details]), contacts]),
    history: createMemoryHistory({ initialEntries: [`/webapp/shipment?id=${id}`] }),
  })
  renderPart(<RouterProvider router={router as never} />)
  await screen.findByLabelText('Vessel Name')
  return router
}

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const fill = (label: string, value: string) => fireEvent.change(field(label), { target: { value } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const saved =
  (change: object, version = 4): Answer =>
  () => ({ body: { ...storedJob, ...change, version } })

describe('the Job card', () => {
  test('shows job id, name, status, route and parties whatever tab is open', async () => {
    await showJob()
    const header = screen.getByRole('heading', { level: 1 }).closest('header')
    for (const text of ['7', 'Green tea', 'In Progress', 'Ningbo → Rotterdam', 'Rotterdam Tea Company'])
      expect(within(header as HTMLElement).getByText(text)).toBeDefined()
    expect(screen.getAllByRole('link').map(one => one.textContent)).toEqual(
      expect.arrayContaining(['Details', 'Attachments', 'Finance', 'Items']),
    )
  })

  test('has the specification’s sections, and one for the bill of lading', async () => {
    await showJob()
    expect(screen.getAllByRole('heading', { level: 2 }).map(one => one.textContent)).toEqual([
      'Job',
      'Stakeholders',
      'Quotation Details',
      'Schedule',
      'Cargo Details',
      'Arrival Notice',
      'Bill of Lading',
    ])
    const rail = within(screen.getByRole('complementary', { name: 'At a glance' }))
    expect(rail.getByLabelText('Job Id').textContent).toBe('Job Id7')
    expect(rail.getByLabelText('Shipment Date').textContent).toBe('Shipment Date2026-11-20')
  })

  test('Save sends what was changed, on the version that was read', async () => {
    answer = saved({ vesselName: 'Ever Given' })
    await showJob()
    expect(screen.getByText('Nothing to save')).toBeDefined()
    fill('Vessel Name', 'Ever Given')
    expect(screen.getByText('1 change not saved')).toBeDefined()
    press('Save')
    await screen.findByText('Saved')
    expect(calls).toEqual([
      { method: 'PUT', url: '/api/shipment', body: { id, vesselName: 'Ever Given' }, ifMatch: '"3"' },
    ])
    fill('Vessel Name', 'Ever Green')
    fireEvent.keyDown(window, { key: 's', ctrlKey: true })
    await waitFor(() => expect(calls[1]?.ifMatch).toBe('"4"'))
  })

  test('a weight is typed with its unit', async () => {
    answer = saved({ grossWeight: 12.5, weightUnit: 0 })
    await showJob()
    fill('Gross weight', '12,5 kg')
    press('Save')
    await waitFor(() => expect(calls).toHaveLength(1))
    expect(calls[0]?.body).toEqual({ id, grossWeight: 12.5, weightUnit: 0 })
  })

  test('a house number that another job bears is told beside the field once it is saved', async () => {
    answer = saved({ hbl: 'HBL-00001' })
    sameHouseBl = [{ id: party.id, jobId: 5, name: 'Rice' }]
    await showJob()
    fill('House BL', 'HBL-00001')
    expect(screen.queryByText(/bears this number/)).toBeNull()
    press('Save')
    await screen.findByText('Job 5 Rice has this number too. Each job needs its own house number.')
  })

  test('Ctrl+S while a save is under way saves what was typed meanwhile after it, once', async () => {
    answer = ({ body, ifMatch }) => ({
      body: { ...storedJob, ...(body as object), version: ifMatch === '"3"' ? 4 : 5 },
    })
    await showJob()
    const save = () => fireEvent.keyDown(window, { key: 's', ctrlKey: true })
    fill('Vessel Name', 'Ever')
    save()
    fill('Vessel Name', 'Ever Given')
    save()
    save()
    await screen.findByText('Saved')
    expect(calls.map(({ body, ifMatch }) => ({ body, ifMatch }))).toEqual([
      { body: { id, vesselName: 'Ever' }, ifMatch: '"3"' },
      { body: { id, vesselName: 'Ever Given' }, ifMatch: '"4"' },
    ])
    expect(field('Vessel Name').value).toBe('Ever Given')
  })

  test('Cancel goes back to what is stored', async () => {
    await showJob()
    fill('Name', 'Black tea')
    press('Cancel')
    expect(field('Name').value).toBe('Green tea')
    expect(screen.getByText('Nothing to save')).toBeDefined()
    expect(calls).toEqual([])
  })

  test('a refused save keeps what was typed and says why, at the field', async () => {
    const errors = [{ path: 'mbl', message: 'At most 100 characters.' }]
    const body = {
      status: 400,
      code: 'invalid_input',
      title: 'Some values are not valid',
      detail: '',
      errors,
    }
    answer = () => ({ status: 400, body })
    await showJob()
    fill('Master BL', 'too long')
    press('Save')
    await screen.findByText('At most 100 characters.')
    expect(screen.getByRole('alert').textContent).toContain('Not saved. Some values are not valid.')
    expect(field('Master BL').value).toBe('too long')
  })

  test('when somebody saved something else meanwhile, both are kept', async () => {
    const theirs = { ...storedJob, name: 'Coffee', mbl: 'MAEU1', version: 9 }
    const changes = [{ field: 'mbl', old: null, new: 'MAEU1', by: 'Ben', at: '2026-11-20T10:00:00Z' }]
    const refused = { status: 412, code: 'changed_meanwhile', title: 'Changed', detail: 'Changed.' }
    answer = call =>
      call.ifMatch === '"9"'
        ? { body: { ...theirs, vesselName: 'Ever Given', version: 10 } }
        : { status: 412, body: { ...refused, current: theirs, changes } }
    await showJob()
    fill('Vessel Name', 'Ever Given')
    press('Save')
    const dialog = await screen.findByRole('dialog', {
      name: 'Somebody has changed this job since you opened it',
    })
    expect(within(dialog).getByRole('row', { name: /Master BL \(empty\) MAEU1 Ben/ })).toBeDefined()
    expect(within(dialog).queryByRole('radio')).toBeNull()
    fireEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(calls[1]).toMatchObject({ body: { id, vesselName: 'Ever Given' }, ifMatch: '"9"' })
    expect([field('Name').value, field('Master BL').value, field('Vessel Name').value]).toEqual([
      'Coffee',
      'MAEU1',
      'Ever Given',
    ])
  })

  test('a save whose reply was lost is shown as saved when the same is saved again', async () => {
    const stored = { ...storedJob, vesselName: 'Ever Given', version: 4 }
    const changes = [
      { field: 'vesselName', old: null, new: 'Ever Given', by: 'Sana', at: '2026-11-20T10:00:00Z' },
    ]
    const refused = { status: 412, code: 'changed_meanwhile', title: 'Changed', detail: 'Changed.' }
    answer = call =>
      call.ifMatch === '"4"'
        ? { body: { ...stored, name: 'Coffee', version: 5 } }
        : { status: 412, body: { ...refused, current: stored, changes } }
    await showJob()
    fill('Vessel Name', 'Ever Given')
    press('Save')
    await screen.findByText('Saved')
    expect(screen.queryByRole('dialog')).toBeNull()
    fill('Name', 'Coffee')
    press('Save')
    await waitFor(() =>
      expect(calls.slice(1)).toMatchObject([{ ifMatch: '"4"', body: { id, name: 'Coffee' } }]),
    )
  })

  test('what both changed is settled field by field', async () => {
    const theirs = { ...storedJob, name: 'Coffee', mbl: 'MAEU1', vesselName: 'Theirs', version: 9 }
    const changes = ['name', 'mbl', 'vesselName'].map(changed => ({
      field: changed,
      old: null,
      new: 'x',
      by: 'Ben',
      at: '2026-11-20T10:00:00Z',
    }))
    const refused = { status: 412, code: 'changed_meanwhile', title: 'Changed', detail: 'Changed.' }
    answer = call =>
      call.ifMatch === '"9"'
        ? { body: { ...theirs, vesselName: 'Mine', version: 10 } }
        : { status: 412, body: { ...refused, current: theirs, changes } }
    await showJob()
    fill('Vessel Name', 'Mine')
    fill('Name', 'Tea')
    press('Save')
    const dialog = await screen.findByRole('dialog', {
      name: 'Somebody has changed this job since you opened it',
    })
    const name = within(dialog).getByRole('group', { name: 'Name' })
    fireEvent.click(within(name).getByRole('radio', { name: 'Theirs: Coffee' }))
    const vessel = within(dialog).getByRole('group', { name: 'Vessel Name' })
    expect(within(vessel).getByRole<HTMLInputElement>('radio', { name: 'Mine: Mine' }).checked).toBe(true)
    fireEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(calls[1]).toMatchObject({ body: { id, vesselName: 'Mine' }, ifMatch: '"9"' })
    expect(calls[1]?.body).not.toHaveProperty('name')
    expect(field('Name').value).toBe('Coffee')
  })

  test('what is stored as it was typed is no part of a conflict', async () => {
    const theirs = { ...storedJob, name: 'Tea', mbl: 'MAEU1', version: 9 }
    const changes = [
      { field: 'name', old: 'Green tea', new: 'Tea', by: 'Sana', at: '2026-11-20T10:00:00Z' },
      { field: 'mbl', old: null, new: 'MAEU1', by: 'Ben', at: '2026-11-20T10:01:00Z' },
    ]
    const refused = { status: 412, code: 'changed_meanwhile', title: 'Changed', detail: 'Changed.' }
    answer = () => ({ status: 412, body: { ...refused, current: theirs, changes } })
    await showJob()
    fill('Name', 'Tea')
    fill('Vessel Name', 'Mine')
    press('Save')
    const dialog = await screen.findByRole('dialog', {
      name: 'Somebody has changed this job since you opened it',
    })
    expect(dialog.textContent).toContain('Your changes are not saved yet: Vessel Name.')
    expect(within(dialog).getAllByRole('row')).toHaveLength(2)
    expect(within(dialog).getByRole('row', { name: /Master BL \(empty\) MAEU1 Ben/ })).toBeDefined()
  })

  test('unsaved changes come back after a reload, on the version that they were typed on', async () => {
    await showJob()
    fill('Vessel Name', 'Ever Given')
    window.dispatchEvent(new Event('pagehide'))
    cleanup()
    await showJob()
    expect(field('Vessel Name').value).toBe('Ever Given')
    expect(screen.getByText(/Your unsaved changes of .* were kept\./)).toBeDefined()
    press('Discard them')
    expect(field('Vessel Name').value).toBe('')
    const drafts = () => Object.keys(localStorage).filter(key => key.startsWith('lading:draft:'))
    await waitFor(() => expect(drafts()).toEqual([]))
  })

  test('what is typed is kept at once when another tab is looked at', async () => {
    await showJob()
    fill('Vessel Name', 'Ever Given')
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    document.dispatchEvent(new Event('visibilitychange'))
    expect(JSON.stringify({ ...localStorage })).toContain('Ever Given')
  })

  /** The job was changed beside the form: a mail set a date, a document took a number, another tab saved. */
  const changeBeside = (change: object, version = 4) => {
    served = { ...storedJob, ...change, version }
    return act(() => clients.at(-1)?.invalidateQueries({ queryKey: jobsKey }))
  }

  test('what changes beside the form joins what is typed, and the next save builds on it', async () => {
    answer = saved({ hbl: 'HBL-7', vesselName: 'Ever Given' }, 5)
    await showJob()
    fill('Vessel Name', 'Ever Given')
    await changeBeside({ hbl: 'HBL-7' })
    await waitFor(() => expect(field('House BL').value).toBe('HBL-7'))
    expect(field('Vessel Name').value).toBe('Ever Given')
    expect(screen.getByText('1 change not saved')).toBeDefined()
    press('Save')
    await screen.findByText('Saved')
    expect(calls).toMatchObject([{ body: { id, vesselName: 'Ever Given' }, ifMatch: '"4"' }])
  })

  test('where it is the very field that is typed in, the next save asks', async () => {
    const current = { ...storedJob, hbl: 'HBL-7', version: 4 }
    const refused = { status: 412, code: 'changed_meanwhile', title: 'Changed', detail: 'Changed.' }
    const changes = [{ field: 'hbl', old: null, new: 'HBL-7', by: 'Ben', at: '2026-11-20T10:00:00Z' }]
    answer = () => ({ status: 412, body: { ...refused, current, changes } })
    await showJob()
    fill('House BL', 'MINE')
    await changeBeside({ hbl: 'HBL-7' })
    expect(field('House BL').value).toBe('MINE')
    press('Save')
    await screen.findByRole('dialog', { name: 'Somebody has changed this job since you opened it' })
    expect(calls).toMatchObject([{ body: { id, hbl: 'MINE' }, ifMatch: '"3"' }])
  })

  test('also when somebody has saved the job since', async () => {
    await showJob()
    fill('Vessel Name', 'Ever Given')
    window.dispatchEvent(new Event('pagehide'))
    cleanup()
    for (const [place, text] of Object.entries(localStorage))
      localStorage.setItem(place, String(text).replace('"version":3', '"version":2'))
    answer = saved({ vesselName: 'Ever Given' })
    await showJob()
    expect(field('Vessel Name').value).toBe('Ever Given')
    press('Save')
    await screen.findByText('Saved')
    expect(calls).toMatchObject([{ ifMatch: '"2"', body: { vesselName: 'Ever Given' } }])
  })

  test('or theirs taken', async () => {
    const theirs = { ...storedJob, vesselName: 'Maersk Alabama', version: 9 }
    const refused = { status: 412, code: 'changed_meanwhile', title: 'Changed', detail: 'Changed.' }
    answer = () => ({ status: 412, body: { ...refused, current: theirs, changes: [] } })
    await showJob()
    fill('Vessel Name', 'Ever Given')
    press('Save')
    fireEvent.click(await screen.findByRole('button', { name: 'Take theirs' }))
    expect(field('Vessel Name').value).toBe('Maersk Alabama')
    expect(screen.getByText('Nothing to save')).toBeDefined()
    answer = saved({ name: 'Black tea' }, 10)
    fill('Name', 'Black tea')
    press('Save')
    await waitFor(() => expect(calls[1]).toMatchObject({ ifMatch: '"9"', body: { id, name: 'Black tea' } }))
  })

  test('removing a party asks, acts at once and leaves the fields alone', async () => {
    answer = call =>
      call.method === 'DELETE'
        ? { body: { id: link.id, shipmentId: id, shipmentVersion: 4 } }
        : { body: { ...storedJob, version: 5 } }
    await showJob()
    fill('Name', 'Black tea')
    press('Remove Consignee')
    const box = await screen.findByRole('dialog', { name: 'Do you want to remove Rotterdam Tea Company?' })
    expect(box.textContent).toContain('This will remove the Consignee from this job.')
    fireEvent.click(within(box).getByRole('button', { name: 'Ok' }))
    await waitFor(() => expect(screen.queryByText('Rotterdam Tea Company')).toBeNull())
    expect(calls).toMatchObject([{ method: 'DELETE', url: `/api/shipmentconsignee/${link.id}` }])
    expect(field('Name').value).toBe('Black tea')
    press('Save')
    await waitFor(() => expect(calls[1]).toMatchObject({ ifMatch: '"4"', body: { id, name: 'Black tea' } }))
  })

  test('leaving with unsaved changes asks; staying keeps them', async () => {
    const router = await showJob()
    fill('Name', 'Black tea')
    void router.navigate({ to: '/webapp/contacts' })
    fireEvent.click(await screen.findByRole('button', { name: 'Keep editing' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(field('Name').value).toBe('Black tea')
    void router.navigate({ to: '/webapp/contacts' })
    fireEvent.click(await screen.findByRole('button', { name: 'Leave' }))
    await screen.findByText('All contacts')
  })
})
