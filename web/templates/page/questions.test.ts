import { expect, test } from 'vitest'
import { changesOf, decide, keyOf, NOTHING_DECIDED, statesOf } from './decisions.ts'
import { askedOnce, decideAll, firstOf, questionsOf, wordsOfQuestion } from './questions.ts'
import { pageWithQuestions } from './sample-page.ts'

const page = pageWithQuestions()
const [name, address, day, other] = page.places.map(keyOf)
const asked = (decisions = NOTHING_DECIDED) => {
  const states = statesOf(page, decisions)
  const questions = questionsOf(page, states)
  return { states, questions, listed: askedOnce(states, questions).map(({ key }) => key) }
}

test('a question stands once in the list, for all its places', () => {
  const { questions, listed } = asked()
  expect([...questions.keys()]).toEqual([name, address, day, other])
  expect(listed).toEqual([name, day])
  expect([firstOf(address ?? '', questions), firstOf('another', questions)]).toEqual([name, 'another'])
  expect([name, day].map(key => wordsOfQuestion(questions.get(key ?? '') ?? never()))).toEqual([
    {
      label: 'Consignee or Notify Party?',
      text: '“Elbe Handel, Kai 7, Hamburg”',
      name: '“Elbe Handel, Kai 7, Hamburg”',
    },
    { label: 'ETD or On board date?', text: '“03 Dec 2026” in 2 places', name: '“03 Dec 2026”' },
  ])
})

test('one answer decides all places of a question and no other, each by the field that the answer means there', () => {
  const { questions } = asked()
  const question = questions.get(address ?? '') ?? never()
  const [, notify] = question.answers
  const answered = decideAll(NOTHING_DECIDED, question, at => {
    const choice = notify?.choices[at]
    return choice && { kind: 'use', choice }
  })
  expect(changesOf(page, answered).changes.map(({ text }) => text)).toEqual([
    '{{NotifyParty.Name}}',
    '{{NotifyParty.Address}}',
  ])
  expect(asked(answered).listed).toEqual([name, address, day])
  expect([...asked(answered).questions.keys()]).toEqual([day, other])
  const changed = decide(answered, address ?? '', { kind: 'dismiss' })
  expect(changesOf(page, changed).changes.map(({ text }) => text)).toEqual(['{{NotifyParty.Name}}'])
})

test('what was decided by itself is asked no more, and the last place is asked as one', () => {
  const { questions, listed } = asked(decide(NOTHING_DECIDED, day ?? '', { kind: 'dismiss' }))
  expect([...questions.keys()]).toEqual([name, address])
  expect(listed).toEqual([name, day, other])
})

function never(): never {
  throw new Error('The sample has no such question.')
}
