import { expect, test } from 'vitest'
import { parseCondition } from './condition.ts'
import { parseExpression } from './expression.ts'
import type { FieldKind, FieldValue } from './known-fields.ts'
import type { Source } from './source.ts'
import { compileCondition } from './test-condition.ts'
import type { Scope } from '#server/word/program.ts'

const values: Record<string, { kind: FieldKind; value: FieldValue }> = {
  Name: { kind: 'text', value: 'Cotton Shirts' },
  Empty: { kind: 'text', value: ' ' },
  Weight: { kind: 'number', value: '18450.50' },
  Zero: { kind: 'number', value: '0.00' },
  Eta: { kind: 'date', value: '2026-12-03' },
  Paid: { kind: 'boolean', value: false },
  Counter: { kind: 'number', value: '9007199254740993' },
}
const scope: Scope = {
  value: (_, key) => values[key]?.value,
  count: () => 3,
  sum: () => '12.5',
  shared: () => null,
  repeat: () => {},
  position: () => ({ index: 0, count: 1 }),
}

function holds(text: string, hasWildcards = false): boolean | string {
  const parsed = parseCondition(text)
  if (typeof parsed === 'string') return parsed
  const condition = parsed.type === 'compare' ? { ...parsed, hasWildcards } : parsed
  return compileCondition(condition, {
    language: 'en',
    known: new Map(),
    find: ({ name, aggregate }): Source | undefined => {
      if (aggregate === 'count') return { kind: 'number', fullName: name, read: at => at.count(name) }
      if (aggregate === 'sum')
        return { kind: 'number', fullName: name, read: at => at.sum(name, '', undefined) }
      return { kind: values[name]?.kind ?? 'text', fullName: name, read: at => at.value(0, name) }
    },
  })(scope)
}

test.each([
  ['Name', true],
  ['not Name', false],
  ['Empty', false],
  ['Weight', true],
  ['Zero', false],
  ['Paid', false],
  ['Missing', false],
  ['Name = "cotton shirts"', true],
  ['Name <> “Cotton Shirts”', false],
  ["Name = 'x'", false],
  ['Weight = 18450.5', true],
  ['Weight > 9999', true],
  ['Weight >= 18450.50', true],
  ['Weight < "18,450.51"', true],
  ['Weight > "9,999.00"', true],
  ['Weight < "18450.5"', false],
  ['Weight<=18450.5', true],
  ['Weight ≥ -1', true],
  ['Zero = 0', true],
  ['Empty = ""', true],
  ['Missing < 5', false],
  ['Missing > 5', false],
  ['Missing <> 5', true],
  ['Eta = "2026-12-03"', true],
  ['Eta = "03 Dec 2026"', true],
  ['Eta > "2026-11-30"', true],
  ['Eta < "2026-11-30"', false],
  ['"Air" < "Sea"', true],
  ['count Items > 2', true],
  ['sum Items.Weight = 12.50', true],
  ['Name and Zero', false],
  ['Name or Zero', true],
  ['Zero and Zero or Name', true],
  ['not Zero and Name', true],
  ['Counter = 9007199254740992', false],
  ['not not Name', true],
])('%s: %s', (text, expected) => {
  expect(holds(text)).toBe(expected)
})

test.each([
  ['Name = "Cotton*"', true],
  ['Name = "*shirts"', true],
  ['Name = "C?tton *"', true],
  ['Name = "C?ton*"', false],
  ['Name <> "Denim*"', true],
  ['Name = "*a*b*c*d*e*f*"', false],
])('with wildcards %s: %s', (text, expected) => {
  expect(holds(text, true)).toBe(expected)
})

test.each([
  ['', 'The condition ends too early.'],
  ['not', undefined],
  ['Name =', 'The condition ends too early.'],
  ['Name Weight', '“Weight” does not belong in the condition.'],
  ['"x"', '“x” is compared with nothing.'],
  ['Name = "x', '“"x” is neither a name, a number nor a text in quotes.'],
])('“%s” is refused', (text, expected) => {
  if (expected === undefined) expect(typeof parseCondition(text)).toBe('object')
  else expect(parseCondition(text)).toBe(expected)
})

test('conditions and sums among the placeholders', () => {
  const name = { type: 'value', name: 'A', formats: [] }
  expect(parseExpression('#if A')).toEqual({
    type: 'if',
    keyword: 'if',
    condition: { type: 'filled', value: name },
  })
  expect(parseExpression('# unless\u00a0A')).toEqual({
    type: 'if',
    keyword: 'unless',
    condition: { type: 'not', condition: { type: 'filled', value: name } },
  })
  expect(parseExpression('else')).toEqual({ type: 'else' })
  expect(parseExpression('ELSE IF A')).toEqual({ type: 'else', condition: { type: 'filled', value: name } })
  expect(parseExpression('/if')).toEqual({ type: 'close', name: 'if' })
  expect(parseExpression('sum A.B | number:"0"')).toEqual({
    type: 'value',
    name: 'A.B',
    aggregate: 'sum',
    formats: [{ name: 'number', argument: '0' }],
  })
  expect(parseExpression('#if')).toBe('There is no condition after “if”.')
})
