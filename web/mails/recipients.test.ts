import { expect, test } from 'vitest'
import { endsRecipient, splitRecipients, withRecipients } from './recipients.ts'

test('recipients are parted as mail programs write them; a comma within a name parts nothing', () => {
  expect(splitRecipients('"Müller, Hans" <hans@example.com>')).toEqual(['"Müller, Hans" <hans@example.com>'])
  expect(splitRecipients('Müller, Hans <hans@example.com>; ops@x.example')).toEqual([
    'Müller, Hans <hans@example.com>',
    'ops@x.example',
  ])
  expect(splitRecipients(' a@b.example,c@d.example ;; Ann <e@f.example>\r\ng@h.example,')).toEqual([
    'a@b.example',
    'c@d.example',
    'Ann <e@f.example>',
    'g@h.example',
  ])
  expect(splitRecipients('"A; B" <a@b.example>, ACME, Inc. <c@d.example>, <e@f.example>')).toEqual([
    '"A; B" <a@b.example>',
    'ACME, Inc. <c@d.example>',
    '<e@f.example>',
  ])
})

test('what is no address stays apart and as it was typed', () => {
  expect(splitRecipients('sana, a@b.example')).toEqual(['sana', 'a@b.example'])
  expect(splitRecipients('Smith, John; Doe, Jane <j@x.example>')).toEqual([
    'Smith',
    'John',
    'Doe, Jane <j@x.example>',
  ])
  expect(splitRecipients('"Mül, a@b.example')).toEqual(['"Mül', 'a@b.example'])
  expect(splitRecipients(' ,; ')).toEqual([])
})

test('a comma ends a recipient once it has an address, a semicolon any, and neither within quotes', () => {
  for (const typed of ['a@b.example', 'Müller, Hans <a@b.example>', '"Müller, Hans" <a@b.example> '])
    expect([endsRecipient(typed, ','), endsRecipient(typed, ';')], typed).toEqual([true, true])
  expect([endsRecipient('Müller', ','), endsRecipient('Müller', ';')]).toEqual([false, true])
  for (const typed of ['"Müller', 'Hans <a@b.example', '', '  '])
    expect([endsRecipient(typed, ','), endsRecipient(typed, ';')], typed).toEqual([false, false])
  expect(endsRecipient('a@b.example', 'x')).toBe(false)
})

test('nobody is added twice', () => {
  expect(withRecipients(['a@b.example'], 'A@B.example; c@d.example, c@d.example')).toEqual([
    'a@b.example',
    'c@d.example',
  ])
})
