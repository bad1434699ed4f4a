import type { FieldChoice, PagePlace, PageSpot } from '#contract/template-pages.ts'
import type { Lines } from './page-lines.ts'

/** What a person said of a place: that field, or none. */
export type Decision = { kind: 'use'; choice: FieldChoice } | { kind: 'dismiss' }

/** A field that a person put between two signs, or in the place of text that stands from `at` to `to`. */
export type Insertion = {
  id: string
  at: PageSpot
  choice: FieldChoice
  /** What is replaced, and how far it reaches. */
  replaced?: { to: PageSpot; text: string }
}

export type Decisions = {
  /** By the key of the place, of the condition that the template has, or of a text that is left. */
  places: Readonly<Record<string, Decision>>
  insertions: readonly Insertion[]
  /** The keys of the rows that stay as they are. */
  leftRows: readonly string[]
  conditions: readonly NewCondition[]
}

/** Lines that a person lets stand only where a field or a list is filled in. */
export type NewCondition = {
  id: string
  field: Pick<FieldChoice, 'name' | 'label'>
  lines: Lines
  /** What they say, by which they are known on a page that is read anew. */
  text: string
}

/**
 * `asked`: a person has yet to say which field is meant. `found`: a field takes the place of the text at the next save.
 * `field`: a field of the template, or one that was just inserted. `dismissed`: the text stays, or the field goes.
 * `condition`: lines that stand only where a field is filled in. `rule`: where a condition or a list begins or ends.
 */
export type PlaceStatus = 'asked' | 'found' | 'field' | 'condition' | 'dismissed' | 'rule'

export type PlaceState = {
  key: string
  from: PageSpot
  to: PageSpot
  text: string
  /** `inserted`: put there by a person, where no text stood or in the place of `text`; `condition`: of the template; `added`: a condition that a person has put around lines. */
  kind: PagePlace['kind'] | 'inserted' | 'condition' | 'added'
  writing: PagePlace['writing']
  status: PlaceStatus
  /** Which field it is or becomes; of one that is asked about, the likeliest. */
  choice: FieldChoice | undefined
  choices: readonly FieldChoice[]
  list: string | null
  /** What goes with it where it is blank: its label, and its unit. */
  line?: PagePlace['line']
  /** The next save changes something here. */
  isChanged: boolean
  /** What a condition says. */
  label?: string
  /** It stays as it is: more than this page can say. */
  isFixed?: boolean
  /** It stands within the text of lines. */
  isInText?: boolean
}
