import { expect, test } from 'vitest'
import { missingAttachment } from '#contract/mail-templates.ts'
import type { MailDetails } from '#contract/mails.ts'
import {
  defaultStamp,
  emptyMail,
  forwardOf,
  fromTemplate,
  inputOf,
  isComposedMail,
  missingFrom,
  mistakeIn,
  readPerson,
  recipientMistake,
  type ComposedMail,
  withNumbersNow,
} from './compose.ts'
import { mailAddress } from './mail-address.ts'

test('a recipient is read as people write one', () => {
  expect(
    [
      'sana@indus.example',
      ' Sana Mir <sana@indus.example> ',
      '"Mir, Sana" <sana@indus.example>',
      '<a@b.example>',
    ].map(readPerson),
  ).toEqual([
    { name: null, address: 'sana@indus.example' },
    { name: 'Sana Mir', address: 'sana@indus.example' },
    { name: 'Mir, Sana', address: 'sana@indus.example' },
    { name: null, address: 'a@b.example' },
  ])
})

test('what is no address is told, and what hides a second one is none', () => {
  expect(recipientMistake(['Sana <sana@indus.example>', 'a@b.example'])).toBe('')
  for (const bad of ['sana', 'Sana <sana>', 'a@b.example c@d.example', 'a@b.example\r\nBcc: c@d.example'])
    expect(recipientMistake([bad]), bad).toContain(`“${bad}”: `)
})

test('the first field at fault is named', () => {
  const whole = { ...emptyMail, to: ['a@b.example'], subject: 'S', text: 'T' }
  expect(mistakeIn(whole)).toBeUndefined()
  expect(mistakeIn({ ...whole, to: [] })).toEqual({
    field: 'to',
    message: 'Add at least one recipient in To.',
  })
  for (const [field, value] of Object.entries({ to: ['x'], cc: ['x'], subject: ' ', text: '' }))
    expect(mistakeIn({ ...whole, [field]: value }), field).toMatchObject({ field })
})

const fromAgent: MailDetails = {
  id: 'm',
  shipmentId: 'j',
  job: null,
  kind: 'job',
  state: 'sent',
  subject: 'Pre-alert',
  from: { name: 'Office', address: 'office@x.example' },
  replyTo: null,
  recipients: [
    { kind: 'to', name: 'Ann', address: 'ann@x.example', state: 'sent', reply: null },
    { kind: 'bcc', name: null, address: 'secret@x.example', state: 'sent', reply: null },
  ],
  attachments: [
    { id: 'a', name: 'BL.pdf', mediaType: 'application/pdf', size: 7, documentId: null, templateId: null },
  ],
  by: null,
  madeAt: '2026-11-20T08:15:00.000Z',
  sentAt: '2026-11-20T08:16:00.000Z',
  nextAttemptAt: null,
  attempts: 1,
  trouble: null,
  size: 1000,
  version: 1,
  messageId: '<m@x.example>',
  text: 'Dear Ann',
  html: '<p>Dear Ann</p>',
  stamps: [],
}

test('a forwarded mail goes to nobody yet, takes the attachments along and tells of no blind copy', () => {
  const forwarded = forwardOf(fromAgent)
  expect(forwarded).toMatchObject({
    to: [],
    subject: 'Fwd: Pre-alert',
    forwarded: [{ id: 'a', name: 'BL.pdf', size: 7 }],
    stamp: '',
  })
  expect(forwarded.text).toMatch(
    /From: Office <office@x\.example>\nSent: .+\nTo: Ann <ann@x\.example>\nSubject: Pre-alert\n\nDear Ann$/,
  )
  expect(forwarded.text).not.toContain('secret')
  expect(forwardOf({ ...fromAgent, subject: 'FW: x' }).subject).toBe('FW: x')
})

test('what is sent is what was written, documents made as they were chosen', () => {
  const written = fromTemplate({ ...emptyMail, documentIds: ['d'] }, 't', {
    subject: 'S',
    text: 'T',
    html: '',
    problems: [],
    missing: [],
    to: [{ name: 'Ann', address: 'ann@x.example' }],
    cc: [{ name: null, address: 'bob@x.example' }],
    bcc: [{ name: 'Chef', address: 'chef@x.example' }],
    attachments: [{ templateId: 'p', name: 'Paper.docx' }],
    numbers: [{ kind: 'invoice', number: 'INV-00001' }],
    stamp: 'dettco',
  })
  expect(inputOf('j', { ...written, format: 'word', stampDate: '2026-12-01', replaceDate: true })).toEqual({
    shipmentId: 'j',
    to: [{ name: 'Ann', address: 'ann@x.example' }],
    cc: [{ name: null, address: 'bob@x.example' }],
    bcc: [{ name: 'Chef', address: 'chef@x.example' }],
    subject: 'S',
    text: 'T',
    numbers: [{ kind: 'invoice', number: 'INV-00001' }],
    attachments: [{ documentId: 'd' }, { templateId: 'p', format: 'word', blankUnknown: true }],
    stamps: [{ field: 'dettco', date: '2026-12-01', replace: true }],
  })
  expect(inputOf('j', { ...written, stamp: '' }).stamps).toEqual([])
})

test('a number that another job has been given meanwhile gives way to the one that is free now', () => {
  const invoice = (number: string) => ({ numbers: [{ kind: 'invoice' as const, number }] })
  const written = {
    ...emptyMail,
    ...invoice('INV-00001'),
    subject: 'INV-00001',
    text: 'See INV-00001, mine.',
  }
  expect(withNumbersNow(written, invoice('INV-00002'))).toEqual({
    ...emptyMail,
    ...invoice('INV-00002'),
    subject: 'INV-00002',
    text: 'See INV-00002, mine.',
  })
})

test('documents to the customer or the carrier usually set a date, a mail without documents none', () => {
  const roles = { 'ann@x.example': 'customer', 'line@x.example': 'carrier', 'jan@x.example': 'agent' }
  const stampFor = (to: string[], documentIds = ['d']) =>
    defaultStamp({ ...emptyMail, to, documentIds }, roles)
  expect(stampFor(['Ann <ANN@x.example>'])).toBe('dettco')
  expect(stampFor(['line@x.example'])).toBe('dsttco')
  expect(stampFor(['jan@x.example'])).toBe('')
  expect(stampFor(['ann@x.example'], [])).toBe('')
})

test('what a browser kept is taken only whole', () => {
  expect(isComposedMail({ ...emptyMail })).toBe(true)
  // A draft of before there was Bcc.
  const { bcc: _, ...earlier } = emptyMail
  expect(isComposedMail(earlier)).toBe(true)
  for (const bad of [{ to: 'x' }, { to: [1] }, { text: null }, { stamp: 'etd' }, { forwarded: undefined }])
    expect(isComposedMail({ ...emptyMail, ...bad }), JSON.stringify(bad)).toBe(false)
})

test('an address of the screen says what can be understood', () => {
  expect(mailAddress({ search: 4711, state: 'sent', page: 2, size: 50 })).toEqual({
    search: '4711',
    state: 'sent',
    page: 2,
    size: 50,
  })
  expect(mailAddress({ search: '', state: 'lost', page: 0, size: 'x' })).toEqual({})
})

test('a text that speaks of an attachment is told as long as nothing is attached', () => {
  const bare: ComposedMail = { ...emptyMail, templateId: 'one', text: 'Its documents are attached.' }
  const other = { message: 'ETA is empty', place: null }
  expect(missingFrom([other, missingAttachment], bare)).toEqual([other, missingAttachment])
  expect(missingFrom([other], { ...bare, text: 'Nothing is attached. Kind regards' })).toEqual([other])
  for (const attached of [{ documentIds: ['a'] }, { madeFrom: ['b'] }])
    expect(missingFrom([other, missingAttachment], { ...bare, ...attached })).toEqual([other])
})
