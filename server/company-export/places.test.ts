import { expect, test } from 'vitest'
import { harmlessName, isMadeHarmless, linkTo, Places, portableName } from './places.ts'

test.each([
  ['Invoice 7/2026: “final”?.pdf', 'Invoice 7_2026_ “final”_.pdf'],
  ['..', 'unnamed'],
  ['../../etc/passwd', '__.._etc_passwd'],
  ['a\\b', 'a_b'],
  ['CON.txt', '_CON.txt'],
  ['dots and spaces. . ', 'dots and spaces'],
  ['Größe 船.pdf', 'Größe 船.pdf'],
  [`${'x'.repeat(300)}.docx`, `${'x'.repeat(115)}.docx`],
  ['', 'unnamed'],
])('%s is called %s on every system', (name, portable) => {
  expect(portableName(name)).toBe(portable)
})

test.each([
  ['desktop.ini', 'desktop.ini.download'],
  ['AutoRun.INF', 'AutoRun.INF.download'],
  ['.htaccess', '_htaccess'],
  ['link.url', 'link.url.download'],
  ['x.scf', 'x.scf.download'],
  ['Price list.library-ms', 'Price list.library-ms.download'],
  ['page.HTML. ', 'page.HTML.download'],
  ['Logo.svg', 'Logo.svg.download'],
  ['invoice.xml', 'invoice.xml.download'],
  ['invoice\u202Efdp.exe', 'invoice_fdp.exe.download'],
  [`${'x'.repeat(300)}.html`, `${'x'.repeat(106)}.html.download`],
  ['Bill.pdf', 'Bill.pdf'],
  ['Letter.docx', 'Letter.docx'],
  ['Stowage.xlsx', 'Stowage.xlsx'],
])('%s is kept as %s, which no system runs or obeys', (name, harmless) => {
  expect(harmlessName(name)).toBe(harmless)
})

test('what is code by its content has a harmless name too, and its link saves it', () => {
  expect(new Places('files/7').take('Bill.pdf', true)).toBe('files/7/Bill.pdf.download')
  expect(['files/7/Bill.pdf.download', 'files/7/Bill.pdf'].map(isMadeHarmless)).toEqual([true, false])
})

test('no two files of a folder have one name, and none that of a folder in it', () => {
  const places = new Places('files/7', ['Deleted'])
  expect(
    ['Bill.pdf', 'BILL.pdf', 'bill (2).pdf', 'Bill?.pdf', 'Deleted'].map(name => places.take(name)),
  ).toEqual([
    'files/7/Bill.pdf',
    'files/7/BILL (2).pdf',
    'files/7/bill (2) (2).pdf',
    'files/7/Bill_.pdf',
    'files/7/Deleted (2)',
  ])
})

test('an address leads to a file whatever its name holds', () => {
  expect(linkTo('files/7/50% #1? & more.pdf', 1)).toBe('../files/7/50%25%20%231%3F%20%26%20more.pdf')
})
