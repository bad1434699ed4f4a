import type { FieldChoice } from '#contract/template-pages.ts'
import type { PlaceState, PlaceStatus } from './decisions.ts'
import { isOneValue } from './kept-formats.ts'
import { isShownAsField, nameIn } from './marks.ts'
import { writtenAs } from './written-as.ts'

export type PlaceActions = {
  /** Shows it on the page. */
  go: (key: string) => void
  use: (key: string, choice: FieldChoice) => void
  dismiss: (key: string) => void
  /** Asks for another field. */
  change: (key: string) => void
  /** Asks how its value is printed. */
  format: (key: string) => void
  /** Answers the question about a place and others by one of its answers, by their order. */
  answer: (key: string, answer: number) => void
  /** None of the places of the question is a field. */
  dismissAll: (key: string) => void
  /** Asks for another spot of the page. */
  move: (key: string) => void
  /** Lets the line that is plainly its own stand only where it is filled in. */
  makeConditional: (key: string) => void
}

/** The list’s groups, by what is to be done. */
export const placeGroups: readonly { status: PlaceStatus; title: string; hint?: string }[] = [
  { status: 'asked', title: 'To decide' },
  { status: 'found', title: 'Found', hint: 'They become fields when you save; nothing else is needed.' },
  { status: 'field', title: 'In the template' },
  { status: 'condition', title: 'Conditions' },
  { status: 'dismissed', title: 'Dismissed' },
]

/** As the list shows them: by what is to be done, each group in reading order. */
export const inListOrder = (states: readonly PlaceState[]): PlaceState[] =>
  placeGroups.flatMap(({ status }) => states.filter(one => one.status === status))

/** Whether it waits for a person to take its likeliest field, or a field that was taken away can come back. */
export const mayUse = ({ status }: PlaceState) => status === 'asked' || status === 'dismissed'

/** In which of Word's own ways a field is written; '' for a placeholder in the text. */
function wayOf(writing: PlaceState['writing']): string {
  if (writing === 'mergeField') return 'Merge field'
  if (writing === 'contentControl') return 'Content control'
  return writing === 'formField' ? 'Form field' : ''
}

/** Whether it is a field whose value can be printed in several ways. */
export const mayFormat = ({ status, choice }: PlaceState) =>
  (status === 'field' || status === 'found') &&
  choice !== undefined &&
  isOneValue(choice.placeholder) &&
  // There is no field of a name that nothing is called by.
  (choice.label !== choice.name || !/[._]/.test(choice.name))

/** A place in words: for the list, for its buttons, and to be read out. */
export function wordsOf({ kind, status, choice, text, label: says }: PlaceState) {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  if (kind === 'condition' || kind === 'added') {
    const label = says ?? ''
    return {
      label,
      text: `“${line}”`,
      name: label,
      use: 'Keep',
      dismiss: 'Always show',
      dismissed: 'always shown',
    }
  }
  const isField = isShownAsField({ kind, text })
  const label = choice?.label || (isField ? nameIn(line) : 'Which field?')
  return {
    label: status === 'asked' && choice ? `${label}?` : label,
    text: isField ? '' : `“${line}”`,
    name: isField ? label : `“${line.slice(0, 60)}”`,
    use: isField ? 'Keep' : 'Use',
    dismiss: isField ? 'Remove' : 'Not a field',
    dismissed: isField ? 'removed' : 'not a field',
  }
}

/** How a place is printed in the document, and written in its file, in words; '' where there is nothing to say. */
export function printedAs({ kind, status, choice, writing, line }: PlaceState, language: string): string {
  if (kind === 'condition' || kind === 'added') return ''
  return [
    choice ? writtenAs(choice.placeholder, language) : '',
    wayOf(writing),
    line && status === 'found' ? 'The line goes where it is blank' : '',
  ]
    .filter(Boolean)
    .join(' · ')
}
