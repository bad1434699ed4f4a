import { expect, test } from 'vitest'
import { type LookupLine, narrowed, unmistakable } from './lookup-lines.ts'

const karachi: LookupLine = {
  id: '1',
  name: 'Karachi',
  code: 'PKKHI',
  detail: 'Pakistan',
  aliases: ['KHI', 'Kurrachee'],
}
const karadeniz: LookupLine = { id: '2', name: 'Karadeniz Eregli', code: 'TRERE', detail: 'Türkiye' }
const airport: LookupLine = { id: '3', name: 'Jinnah', code: 'PKKHI', aliases: ['KHI'], isAside: true }

test.each<[string, LookupLine[], string | undefined]>([
  ['khi', [karachi, karadeniz, airport], '1'],
  ['PKKHI', [karachi], '1'],
  ['kurrachee ', [karadeniz, karachi], '1'],
  ['kara', [karachi, karadeniz], undefined],
  ['karac', [karachi, karadeniz], '1'],
  ['achi', [karachi], undefined],
  ['karachi', [karachi, { ...karachi, id: '4' }], undefined],
  ['jinnah', [airport], undefined],
  ['khi', [airport], undefined],
  ['pkkhi', [airport, karadeniz], '3'],
  ['pkkh', [airport], undefined],
  ['pkkhi', [airport, { ...airport, id: '4' }], undefined],
  ['pk khi', [karachi, karadeniz], '1'],
  ['PK  KHI', [airport, karadeniz], '3'],
  ['k hi', [airport], undefined],
  ['pk kh', [karachi], undefined],
  ['', [karachi], undefined],
])('“%s” means no line by mistake', (text, lines, id) => {
  expect(unmistakable(lines, text)?.id).toBe(id)
})

test('lines are narrowed by name, code and detail, without case and accents, each once', () => {
  const ids = (text: string) => narrowed([karachi, karadeniz, karachi], text).map(({ id }) => id)
  expect(ids('')).toEqual(['1', '2'])
  expect(ids('turkiye')).toEqual(['2'])
  expect(ids('  PKK')).toEqual(['1'])
  expect(ids('pk khi')).toEqual(['1'])
  expect(ids('lahore')).toEqual([])
})
