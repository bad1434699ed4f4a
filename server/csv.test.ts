import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { csvCell, csvLine } from './csv.ts'

test.each([
  ['=1+1', "'=1+1"],
  ['+1', "'+1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['-2+3', "'-2+3"],
  ['\uFF1D1+1', "'\uFF1D1+1"],
  ['\uFF20SUM(A1)', "'\uFF20SUM(A1)"],
  [' =1', "' =1"],
  ['\u00A0=1', "'\u00A0=1"],
  ['\u200B=1', "'\u200B=1"],
  ['\uFEFF\u3164=1', "'\uFEFF\u3164=1"],
  ['\t=1', `"\t'=1"`],
  ['\r=1', `"\r'=1"`],
  ['Cotton;=1+1', `"Cotton;'=1+1"`],
  ['Cotton; @SUM(A1);-5', `"Cotton;' @SUM(A1);-5"`],
  ['one\n=1', `"one\n'=1"`],
  ["'=1+1", "''=1+1"],
  ["'s-Hertogenbosch", "'s-Hertogenbosch"],
  ['-12.5', '-12.5'],
  ['a=b', 'a=b'],
  ['=a,"b"', `"'=a,""b"""`],
  ['"=1"', `"'""=1"""`],
  ['one\ntwo', '"one\ntwo"'],
])('%j is written as the cell %j', (text, written) => {
  expect(csvCell(text)).toBe(written)
})

test('nothing is an empty cell, and a figure stands as it is', () => {
  expect(csvLine([null, '', 7, -1.5])).toBe(',,7,-1.5\r\n')
})

test('no two texts come out alike, and readers of CSV find each where it was', () => {
  const texts = ["'", ' ', '=', ';', 'x'].flatMap(one =>
    ["'", ' ', '=', ';', 'x'].flatMap(two => ["'", ' ', '=', ';', 'x'].map(three => one + two + three)),
  )
  expect(new Set(texts.map(text => csvCell(text))).size).toBe(texts.length)
  const [cells = []] = parse(csvLine(texts))
  expect(cells.map(cell => cell.replaceAll("'", ''))).toEqual(texts.map(text => text.replaceAll("'", '')))
})
