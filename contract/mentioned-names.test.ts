import { expect, test } from 'vitest'
import { namedIn, piecesOf } from './mentioned-names.ts'

const ali = { name: 'Ali' }
const aliKhan = { name: 'Ali Khan' }
const texts = (text: string) =>
  piecesOf(text, [ali, aliKhan]).map(piece => ('person' in piece ? [piece.person.name] : piece.text))

test.each([
  ['', []],
  ['No @one', ['No @one']],
  ['@Ali', [['Ali']]],
  ['Ask @Ali Khan, not @Ali.', ['Ask ', ['Ali Khan'], ', not ', ['Ali'], '.']],
  ['@Ali @Ali', [['Ali'], ' ', ['Ali']]],
  ['@Alice and me@Ali are others', ['@Alice and me@Ali are others']],
  ['@@Ali', ['@', ['Ali']]],
  ['line\n@Ali\nline', ['line\n', ['Ali'], '\nline']],
])('%s', (text, pieces) => {
  expect(texts(text)).toEqual(pieces)
})

test('whom a text names', () => {
  expect(namedIn('Ask @Ali Khan.', [ali, aliKhan])).toEqual([aliKhan])
})
