import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { MailSettings } from '#contract/mail-settings.ts'
import type { MailDetails } from '#contract/mails.ts'
import { renderPart } from '#web/ui/test-render.tsx'
import { MailDialog } from './MailDialog.tsx'
import { MailsScreen } from './MailsScreen.tsx'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'

const id = '00000000-0000-4000-8000-000000000001'
const WORDS = '451 The old server is busy'

const waiting: MailDetails = {
  id,
  shipmentId: null,
  job: null,
  kind: 'job',
  state: 'waiting',
  subject: 'Arrival notice',
  from: { name: 'Maas', address: 'office@maas.example' },
  replyTo: null,
  recipients: [{ kind: 'to', name: null, address: 'sana@x.example', state: 'waiting', reply: WORDS }],
  attachments: [],
  by: null,
  madeAt: '2026-11-20T12:00:00Z',
  sentAt: null,
  nextAttemptAt: '2026-11-20T12:10:00Z',
  attempts: 2,
  trouble: WORDS,
  size: 900,
  version: 3,
  messageId: 'x@maas.example',
  text: 'Hello',
  html: '<p>Hello</p>',
  stamps: [],
}
const settings = (serverConfigured: boolean): MailSettings => ({
  serverConfigured,
  sender: waiting.from,
  senderName: null,
  replyTo: null,
  signed: false,
  largestAttachments: 1,
  mostRecipients: 1,
  mostRecipientsAnHour: 1,
  version: 1,
})

const showDialog = (serverConfigured: boolean, mail = waiting) =>
  renderPart(<MailDialog id={id} onClose={() => undefined} />, {
    known: [
      [['mails', 'one', id], mail],
      [['mails', 'settings'], settings(serverConfigured)],
    ],
  })

test('a mail that waits without a mail server says so, and what to do, not what an earlier one said', async () => {
  showDialog(false)
  expect(await screen.findByText('Waiting: no mail server is configured')).toBeTruthy()
  expect(
    screen.getByText(/^It will be sent once the operator of this server has set SMTP_HOST\. To send it/),
  ).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Stop trying' })).toBeTruthy()
  expect(document.body.textContent).not.toContain('old server')
  expect(document.body.textContent).not.toContain('tried again')
})

test('a mail that waits for its mail server tells what that said, and when it is tried again', async () => {
  showDialog(true)
  expect(await screen.findByText(`“${WORDS}”`)).toBeTruthy()
  expect(screen.getByText(new RegExp(`${WORDS}. It will be tried again `))).toBeTruthy()
  expect(document.body.textContent).not.toContain('no mail server')
})

const stamped: MailDetails = {
  ...waiting,
  stamps: [
    { field: 'dettco', date: '2026-11-20', replace: false, outcome: null },
    { field: 'dsttco', date: '2026-11-19', replace: false, outcome: 'set' },
  ],
}

test('a date that an e-mail sets waits for the mail server', async () => {
  showDialog(true, stamped)
  expect(
    await screen.findByText(
      'Documents emailed to customer on: is set to 2026-11-20 when the mail server accepts the e-mail.',
    ),
  ).toBeTruthy()
  expect(screen.getByText('Documents submitted to carrier on: was set to 2026-11-19.')).toBeTruthy()
})

test('without a mail server nothing sets it, and the person is told to', async () => {
  showDialog(false, stamped)
  expect(
    await screen.findByText(
      'Documents emailed to customer on: is not set, because this server sends no e-mail. Once you have sent it yourself, set the date on the job.',
    ),
  ).toBeTruthy()
  expect(screen.getByText('Documents submitted to carrier on: was set to 2026-11-19.')).toBeTruthy()
})

test('the E-mails screen says so above the list and in the row', async () => {
  const router = createRouter({
    routeTree: createRootRoute({ component: MailsScreen }),
    history: createMemoryHistory(),
  })
  renderPart(<RouterProvider router={router as never} />, {
    role: 'administrator',
    known: [
      [['mails', 'all', {}, { offset: 0, limit: 50 }], { rows: [waiting], total: 1 }],
      [['mails', 'settings'], settings(false)],
    ],
  })
  expect(await screen.findByText('Waiting: no mail server')).toBeTruthy()
  expect(screen.getByText(/^No mail server is configured\. New e-mails are saved as not sent/)).toBeTruthy()
})
