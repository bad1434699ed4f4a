import { expect, test } from 'vitest'
import { questionNames, questions } from './questions.ts'

const party = (number: number) => ({ partyId: `party ${number}`, organisationId: `organisation ${number}` })
const samples = {
  ...{ jobIds: ['job 1'], portIds: ['port 1'], terms: ['cotton yarn', 'steel'] },
  parties: [party(1), party(2)],
}

test('each question has the name by which it is asked for', () => {
  expect(questions(samples).map(({ name }) => name)).toEqual(questionNames)
})

test('both sides search for each text in turn', () => {
  const search = questions(samples).find(({ name }) => name === 'search')
  const paths = (side: 'product' | 'bare') =>
    [1, 2, 3].map(() => search?.ask[side]().steps[0]?.path.split('search=')[1])
  expect(paths('product')).toEqual(['cotton%20yarn', 'steel', 'cotton%20yarn'])
  expect(paths('bare')).toEqual(['cotton%20yarn', 'steel', 'cotton%20yarn'])
})

test('a job made in two calls is the one that was made in the first', () => {
  const ask = questions(samples)
    .find(({ name }) => name === 'create-save')
    ?.ask.product()
  const bodies = ask?.steps.map(
    ({ method, body }) => [method, JSON.parse(body ?? '') as { id: string }] as const,
  )
  expect(bodies?.map(([method]) => method)).toEqual(['POST', 'PUT'])
  expect(bodies?.[0]?.[1]).toEqual({ id: bodies?.[1]?.[1].id })
})
