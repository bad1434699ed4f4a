import type { FieldChoice, TemplatePage } from '#contract/template-pages.ts'
import { type Decision, type Decisions, keyOf, type PlaceState } from './decisions.ts'

/** What is asked once about several places, as far as nobody has decided on them. */
export type QuestionState = {
  key: string
  /** The places that wait for the answer, two at least, in reading order. */
  states: readonly PlaceState[]
  /** The likeliest first; each says the field of each place. */
  answers: readonly { label: string; choices: readonly FieldChoice[] }[]
}

/** Open questions by the keys of their places. */
export type Questions = ReadonlyMap<string, QuestionState>

export function questionsOf({ questions, places }: TemplatePage, states: readonly PlaceState[]): Questions {
  const asked = new Map(states.flatMap(one => (one.status === 'asked' ? [[one.key, one]] : [])))
  return new Map(
    questions.flatMap(question => {
      const open = question.places.flatMap((order, at) => {
        const place = places[order]
        const state = place && asked.get(keyOf(place))
        return state ? [{ state, at }] : []
      })
      if (open.length < 2) return []
      const own: QuestionState = {
        key: open.map(({ state }) => state.key).join(' '),
        states: open.map(({ state }) => state),
        answers: question.answers.map(({ label, choices }) => ({
          label,
          choices: open.flatMap(({ state, at }) => state.choices[choices[at] ?? 0] ?? []),
        })),
      }
      return own.states.map(({ key }) => [key, own] as const)
    }),
  )
}

/** Of the places of a question only the first, which stands for all. */
export const askedOnce = (states: readonly PlaceState[], questions: Questions): PlaceState[] =>
  states.filter(({ key }) => firstOf(key, questions) === key)

/** The place that stands for this one in the list. */
export const firstOf = (key: string, questions: Questions): string =>
  questions.get(key)?.states[0]?.key ?? key

/** The decisions with one more for each place of a question, as one step. */
export const decideAll = (
  decisions: Decisions,
  { states }: QuestionState,
  decisionOf: (at: number) => Decision | undefined,
): Decisions => ({
  ...decisions,
  places: {
    ...decisions.places,
    ...Object.fromEntries(
      states.flatMap(({ key }, at) => {
        const decision = decisionOf(at)
        return decision ? [[key, decision]] : []
      }),
    ),
  },
})

/** A question in words: for the list, for its buttons, and to be read out. */
export function wordsOfQuestion({ states, answers }: QuestionState) {
  const lines = states.map(({ text }) =>
    text
      .replaceAll(/\s*\n\s*/g, ', ')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  )
  const different = [...new Set(lines)]
  const text = `“${different.join(', ')}”`
  const times = lines.filter(line => line === lines[0]).length
  return {
    label: `${inOneLine(answers.map(({ label }) => label))}?`,
    text: times > 1 ? `${text} in ${times} places` : text,
    name: `“${different.join(', ').slice(0, 60)}”`,
  }
}

const inOneLine = (labels: readonly string[]) =>
  [labels.slice(0, -1).join(', '), ...labels.slice(-1)].filter(part => part !== '').join(' or ')
