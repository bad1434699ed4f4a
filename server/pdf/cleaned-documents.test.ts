import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { catalogue, sampleValues } from '#testing/word/catalogue.ts'
import { picture } from '#testing/word/drawings.ts'
import { complexField } from '#testing/word/fields.ts'
import { paragraph, run } from '#testing/word/markup.ts'
import { coloursOf } from '#testing/word/pdf-colours.ts'
import { GREEN, RED, svgShowing } from '#testing/word/planted-picture.ts'
import { templateFile, type TemplateContent } from '#testing/word/template-file.ts'
import { compileTemplate } from '#server/word/compile.ts'
import { renderDocument } from '#server/word/render.ts'
import { findOffice } from './find-office.ts'
import { openPdfPrinter, type PdfPrinter } from './printer.ts'

// LibreOffice is started for each, on a machine that may be busy.
vi.setConfig({ testTimeout: 240_000 })

let folder = ''
let printer: PdfPrinter

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lading-cleaned-test-'))
  await writeFile(join(folder, 'red.png'), RED)
  // Nothing is kept from LibreOffice here: what it does not get at, it was not told to.
  printer = openPdfPrinter({ office: findOffice(), dataDir: folder, ways: [] })
})
afterAll(async () => {
  await printer.close()
  await rm(folder, { recursive: true, force: true })
})

type Hostile = { name: string; type: string; content: string | Uint8Array; kind?: string }

/** A template that shows what is hostile by every element that shows pictures. */
const showing = ({ name, type, content, kind = 'image' }: Hostile): TemplateContent => ({
  body:
    paragraph('Dear Sir') +
    paragraph(picture('hostile', 60, 60, 'x')) +
    `<w:p><w:r><w:pict><v:shape id="s1" style="width:90pt;height:90pt"><v:imagedata r:id="hostile"/></v:shape></w:pict></w:r></w:p>`,
  extraParts: [{ name: `word/media/${name}`, type, content }],
  extraLinks: [{ id: 'hostile', kind, target: `media/${name}` }],
})

async function cleaned(content: TemplateContent) {
  const template = await compileTemplate(templateFile(content), catalogue)
  const document = renderDocument(template, sampleValues(1))
  return { ...(await coloursOf(await printer.print('A', document))), removed: template.removed }
}
const uncleaned = async (content: TemplateContent) =>
  coloursOf(await printer.print('A', templateFile({ ...content, isDocument: true })))

const red = () => `file://${folder}/red.png`
const nested = () => `data:image/svg+xml;base64,${Buffer.from(svgShowing(red())).toString('base64')}`
const utf16 = () => {
  const text = `<?xml version="1.0" encoding="UTF-16"?>${svgShowing(red())}`
  return Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')])
}

describe.skipIf(process.env.LADING_WITHOUT_LIBREOFFICE === '1')('a template with a hostile picture', () => {
  // `works`: LibreOffice is known to show the planted picture, which makes the test of the cleaning one.
  const cases: [string, () => Hostile, boolean][] = [
    ['SVG', () => ({ name: 'x.svg', type: 'image/svg+xml', content: svgShowing(red()) }), true],
    [
      'SVG by /proc',
      () => ({
        name: 'x.svg',
        type: 'image/svg+xml',
        content: svgShowing(`file:///proc/self/root${folder}/red.png`),
      }),
      true,
    ],
    ['SVG named PNG', () => ({ name: 'x.png', type: 'image/png', content: svgShowing(red()) }), true],
    [
      'SVG linked as a font',
      () => ({ name: 'x.odttf', type: 'application/x-font', content: svgShowing(red()), kind: 'font' }),
      true,
    ],
    [
      'SVG as a part of another kind',
      () => ({ name: 'x.xml', type: 'application/xml', content: svgShowing(red()), kind: 'customXml' }),
      true,
    ],
    [
      'packed SVG',
      () => ({ name: 'x.svgz', type: 'image/svg+xml', content: gzipSync(svgShowing(red())) }),
      false,
    ],
    [
      'packed SVG named PNG',
      () => ({ name: 'x.png', type: 'image/png', content: gzipSync(svgShowing(red())) }),
      false,
    ],
    ['SVG in two bytes a character', () => ({ name: 'x.png', type: 'image/png', content: utf16() }), false],
    ['SVG in an SVG', () => ({ name: 'x.svg', type: 'image/svg+xml', content: svgShowing(nested()) }), false],
    [
      'PostScript',
      () => ({
        name: 'x.eps',
        type: 'image/x-eps',
        content: `%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 99 99\n(${folder}/red.png) run\n1 0 0 setrgbcolor 0 0 99 99 rectfill\n`,
      }),
      false,
    ],
    [
      'a page',
      () => ({ name: 'x.png', type: 'image/png', content: `<html><body><img src="${red()}"></body></html>` }),
      false,
    ],
  ]
  test.each(cases)('%s', async (_, hostile, works) => {
    if (works) expect((await uncleaned(showing(hostile()))).red).toBeGreaterThan(500)
    const found = await cleaned(showing(hostile()))
    expect(found).toMatchObject({ red: 0, text: 'Dear Sir' })
    expect(found.removed.length).toBeGreaterThan(0)
  })

  test('pictures that are only pictures are printed, and so is what a drawing holds itself', async () => {
    const data = `data:image/png;base64,${GREEN.toString('base64')}`
    const drawing = await cleaned(
      showing({ name: 'x.svg', type: 'image/svg+xml', content: svgShowing(data) }),
    )
    expect(drawing.green).toBeGreaterThan(500)
    expect(drawing.blue).toBeGreaterThan(100)
    expect(drawing.removed).toEqual([])
    const dots = await cleaned(showing({ name: 'x.png', type: 'image/png', content: GREEN }))
    expect(dots.green).toBeGreaterThan(500)
    expect(dots.removed).toEqual([])
  })

  test('the document’s place on the server is not printed', async () => {
    const body = `<w:p>${run('a')}${complexField({ code: [' FILENAME \\p '], result: 'x' })}${run('z')}</w:p>`
    expect((await uncleaned({ body })).text).toMatch(/lading-pdf-.*\.docx/s)
    expect((await cleaned({ body })).text).toBe('az')
  })
})
