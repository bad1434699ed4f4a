import { expect, test } from 'vitest'
import { z } from 'zod'
import './endpoint.ts'
import { nameText } from './values.ts'

test.each([
  [z.string(), undefined, 'This is missing.'],
  [z.enum(['a', 'b']), undefined, 'This is missing.'],
  [z.string(), 7, 'This must be text.'],
  [z.number(), '7', 'This must be a number.'],
  [z.int(), 0.5, 'This must be a whole number.'],
  [z.boolean(), 'yes', 'This must be true or false.'],
  [z.array(z.string()), {}, 'This must be a list.'],
  [z.object({}), 'x', 'This must be an object.'],
  [z.record(z.string(), z.string()), 1, 'This must be an object.'],
  [z.enum(['administrator', 'staff', 'viewer']), 'owner', 'Choose one of: administrator, staff, viewer.'],
  [z.literal(true), false, 'This must be true.'],
  [z.string().min(1), '', 'This must not be empty.'],
  [z.string().min(2), 'a', 'This must have at least 2 characters.'],
  [z.string().max(1), 'ab', 'This must have at most 1 character.'],
  [z.array(z.string()).max(2), ['a', 'b', 'c'], 'This must have at most 2 entries.'],
  [z.number().min(1), 0, 'This must be 1 or more.'],
  [z.number().positive(), 0, 'This must be more than 0.'],
  [z.number().max(9), 10, 'This must be 9 or less.'],
  [z.email(), 'ann', 'This must be an e-mail address.'],
  [z.iso.date(), 'soon', 'This must be a calendar date in the form yyyy-MM-dd.'],
  [z.string().regex(/a/), 'b', 'This does not have the required form.'],
  [z.number().multipleOf(5), 7, 'This must be a multiple of 5.'],
  [z.strictObject({}), { a: 1 }, 'There is no field of this name: a.'],
  [z.union([z.string(), z.number()]), true, 'This value is not valid.'],
  [z.string().refine(() => false), 'a', 'This value is not valid.'],
  [z.string('Its own words.'), 1, 'Its own words.'],
  [nameText(20), '\u202e', 'This must not be empty.'],
])('%# is refused in plain words', (schema, value, message) => {
  expect(schema.safeParse(value).error?.issues.map(issue => issue.message)).toEqual([message])
})
