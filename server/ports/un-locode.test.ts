import { expect, test } from 'vitest'
import { readUnLocode, type UnLocodeLine } from './un-locode.ts'
import { worldPortId } from './world-ports.ts'

const sample = [
  ',"SE",,".SWEDEN",,,,,,,,',
  ',"SE","GOT","Göteborg","Goteborg","O","12345---","AF","9601",,"5743N 01158E",',
  '"+","SE","ÅRN","Årnäs","Arnas",,"1-------","RL","2401",,,',
  '"=","SE","","Gothenburg = Göteborg","Gothenburg = Goteborg",,,,,,,',
  '"X","SE","OLD","Gamlehamn","Gamlehamn",,"1-------","RL","9601",,,',
  '"|","GB","FXT","Felixstowe, ""the Port""","Felixstowe, ""the Port""","SFK","1-3--6--","AF","9601",,,"Says ""hello"", with a comma"',
  ',"GB","BTH","Bath","Bath",,"-23-----","AF","9601",,,',
  ',"GB","NON","",,,"1-------","AF","9601",,,',
  ',"XZ","AAD","Aasgard","Aasgard",,"1-------","AF","9601",,,',
  ',"QQ","AAA","Nowhere","Nowhere",,"1-------","AF","9601",,,',
  ',"GB","LON","London',
  ',"GB","LGW","Gatwick","Gatwick",,"---4----","AF"',
  ',"GB"LHR","Heathrow","x" "Heathrow",,"---4----","AF","9601",,,',
  ',"GB","NOF","Nofunction","Nofunction",,"AF","9601",,,,',
  '',
  ',"ES","VGO","Vigo",,,"1--4--7B","AF","9601",,,',
]

async function read(text: Uint8Array | string, size = 7): Promise<UnLocodeLine[]> {
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text
  async function* chunks() {
    for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size)
  }
  const lines: UnLocodeLine[] = []
  for await (const line of readUnLocode(chunks())) lines.push(line)
  return lines
}

const byLine = (lines: UnLocodeLine[]) => lines.toSorted((a, b) => a.line - b.line)

const expected = [
  { line: 1, skipped: 'heading' },
  { line: 2, port: port('SEGOT', 'Goteborg', '14') },
  { line: 3, problem: '“SEÅRN” is not a code of two letters and three letters or digits' },
  { line: 4, skipped: 'reference' },
  { line: 5, skipped: 'removed' },
  { line: 6, port: port('GBFXT', 'Felixstowe, "the Port"', '16') },
  { line: 7, skipped: 'not a port' },
  { line: 8, problem: 'GBNON has no name' },
  { line: 9, skipped: 'no country' },
  { line: 10, problem: 'QQAAA is in no known country (QQ)' },
  { line: 11, problem: 'its quotation marks do not match' },
  { line: 12, problem: 'it has 8 columns instead of 12' },
  { line: 13, problem: 'its quotation marks do not match' },
  { line: 14, problem: 'GBNOF has no list of functions such as 1-3-----' },
  { line: 16, port: port('ESVGO', 'Vigo', '14') },
]

function port(code: string, name: string, functions: string, iata: string | null = null) {
  return { id: worldPortId(code), code, name, countryId: code.slice(0, 2), functions, iata, aliases: null }
}

test('a release in UTF-8 is read line by line, whatever the size of the pieces', async () => {
  const text = sample.join('\r\n')
  for (const size of [1, 7, 64, 100_000]) expect(byLine(await read(text, size))).toEqual(expected)
})

test('a release in Windows-1252 reads the same', async () => {
  // Every character of the sample is one byte there, with the code point's own number.
  const bytes = Uint8Array.from(sample.join('\r\n'), character => character.charCodeAt(0))
  expect(byLine(await read(bytes))).toEqual(expected)
})

test('a mark at the start of the file is no part of the first line', async () => {
  const lines = await read(`\uFEFF,"GB","FXT","Felixstowe","Felixstowe",,"1-------","AF","9601",,,\n`)
  expect(lines).toEqual([{ line: 1, port: port('GBFXT', 'Felixstowe', '1') }])
})

test('copies with a header and status before function are read too', async () => {
  const lines = await read(
    [
      'Change,Country,Location,Name,NameWoDiacritics,Subdivision,Status,Function,Date,IATA,Coordinates,Remarks',
      ',AE,JEA,Jebel Ali,Jebel Ali,DU,RL,1-------,0901,,2500N 05503E,',
    ].join('\n'),
  )
  expect(lines).toEqual([
    { line: 1, skipped: 'heading' },
    { line: 2, port: port('AEJEA', 'Jebel Ali', '1') },
  ])
})

test('the name with accents serves where the plain one is missing, in both encodings', async () => {
  const line = ',"DK","KBG","Kalø Ñ",,,"1-------","AF","9601",,,\n'
  const wanted = [{ line: 1, port: port('DKKBG', 'Kalø Ñ', '1') }]
  expect(await read(line)).toEqual(wanted)
  expect(await read(Uint8Array.from(line, character => character.charCodeAt(0)))).toEqual(wanted)
})

test('marks that match in number but not in place cost their own line only', async () => {
  const lines = await read(
    [
      ',"GB","AAA","Al"pha","Alpha"",,"1-------","AF","9601",,,',
      ',"GB","FXT","Felixstowe","Felixstowe",,"1-------","AF","9601",,,',
    ].join('\n'),
  )
  expect(byLine(lines)).toEqual([
    { line: 1, problem: 'its quotation marks do not match' },
    { line: 2, port: port('GBFXT', 'Felixstowe', '1') },
  ])
})

test('a carriage return inside a line shifts no line number', async () => {
  const lines = await read(
    ',"GB",,".UNITED\rKINGDOM",,,,,,,,\n,"GB","FXT","Felixstowe","Felix\rstowe",,"1-------","AF","9601",,,\n',
  )
  expect(lines).toEqual([
    { line: 1, skipped: 'heading' },
    { line: 2, port: port('GBFXT', 'Felixstowe', '1') },
  ])
})

test('control characters in a name are refused', async () => {
  const lines = await read(',"GB","FXT","Felix\0stowe","Felix\0stowe",,"1-------","AF","9601",,,\n')
  expect(lines).toEqual([{ line: 1, problem: 'GBFXT has control characters in its name' }])
})

test('a file that has no lines is refused instead of being held in memory', async () => {
  await expect(read(new Uint8Array(200_000).fill(65), 4096)).rejects.toThrow(
    'this is not a UN/LOCODE CSV file',
  )
})

test('an empty file holds nothing', async () => {
  expect(await read('')).toEqual([])
})

test('an airport’s IATA code is read where it is not the end of its own code', async () => {
  const lines = await read(
    [
      ',"TW","TYN","Taoyuan","Taoyuan",,"---4----","AF","9601","TPE",,',
      ',"AE","DXB","Dubai","Dubai",,"1--4----","AF","9601","DXB",,',
      ',"GB","FXT","Felixstowe","Felixstowe",,"1-------","AF","9601","XXX",,',
    ].join('\n'),
  )
  expect(lines).toEqual([
    { line: 1, port: port('TWTYN', 'Taoyuan', '4', 'TPE') },
    { line: 2, port: port('AEDXB', 'Dubai', '14') },
    { line: 3, port: port('GBFXT', 'Felixstowe', '1') },
  ])
})
