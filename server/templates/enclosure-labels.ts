import type { PageEnclosure } from '#contract/template-pages.ts'
import { type Condition, isBlankText, type Operand } from '#server/word/file/tree.ts'
import { fieldAsked, type ShownEnclosure } from '#server/word/finding/shown-enclosures.ts'
import { catalogue } from './fields/catalogue.ts'
import { listTitle } from './fields/field-groups.ts'
import { labelOfField } from './fields/field-labels.ts'

/** What a template encloses, said in the words of its fields. */
export function labelled({ condition, list, ...enclosure }: ShownEnclosure): PageEnclosure {
  const position = condition && inList(condition)
  if (position) return { ...enclosure, field: null, label: position }
  const asked = fieldAsked(condition)
  return {
    ...enclosure,
    field: asked === null ? null : { name: asked, label: named(asked) },
    label: condition ? `Only where ${inWords(condition)}` : `Once for each entry of “${named(list ?? '')}”`,
  }
}

const named = (name: string) => (name in catalogue.lists ? listTitle(name) : labelOfField(name))

/** What parts the entries of a list, such as “, ” or “ and ”, asks of no field and is no condition of a person. */
function inList(condition: Condition): string | null {
  const isNot = condition.type === 'not'
  const name = fieldAsked(isNot ? condition.condition : condition)?.toLowerCase()
  if (name !== 'first' && name !== 'last') return null
  if (isNot) return 'Between the entries'
  return name === 'first' ? 'Before the first entry' : 'After the last entry'
}

function inWords(condition: Condition): string {
  switch (condition.type) {
    case 'filled':
      return `${operandOf([condition.value])} is filled in`
    case 'not':
      return condition.condition.type === 'filled'
        ? `${operandOf([condition.condition.value])} is not filled in`
        : `it is not so that ${inWords(condition.condition)}`
    case 'all':
    case 'any':
      return condition.conditions
        .map(one => (one.type === 'any' ? `(${inWords(one)})` : inWords(one)))
        .join(condition.type === 'all' ? ' and ' : ' or ')
    case 'compare': {
      const { left, right, operator } = condition
      if (isBlankText(right) && (operator === '=' || operator === '<>'))
        return `${operandOf(left)} ${operator === '=' ? 'is not filled in' : 'is filled in'}`
      return `${operandOf(left)} ${comparisons[operator]} ${operandOf(right)}`
    }
  }
}

const comparisons = {
  '=': 'is',
  '<>': 'is not',
  '<': 'is less than',
  '>': 'is more than',
  '<=': 'is at most',
  '>=': 'is at least',
} as const

const operandOf = (operand: Operand): string =>
  operand
    .map(piece => {
      if (typeof piece === 'string') return piece
      const { name, aggregate } = piece
      if (aggregate === undefined) return named(name)
      return aggregate === 'sum' ? `the sum of ${named(name)}` : `the number of ${named(name)}`
    })
    .join('')
