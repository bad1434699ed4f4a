import { catalogue, sampleValues } from '#testing/word/catalogue.ts'
import { editParts } from '#testing/word/edit-file.ts'
import { type RawEntry, rawZip } from '#testing/word/hostile-zips.ts'
import { paragraph } from '#testing/word/markup.ts'
import { documentText, readPart } from '#testing/word/read-document.ts'
import { templateFile } from '#testing/word/template-file.ts'
import { MOST_WORK, workOf } from '#testing/word/work.ts'
import { describe, expect, test } from 'vitest'
import { compileTemplate } from '#server/word/compile.ts'
import { renderDocument } from '#server/word/render.ts'
import { WordTemplateError } from './word-error.ts'
import { readZip, unpack } from './zip-read.ts'

const plain = templateFile({ body: paragraph('Dear {{Consignee.Name}}') })

/** The sound template's own entries, to put bad ones beside. */
async function soundEntries(): Promise<RawEntry[]> {
  return [...(await readZip(plain)).values()].map(entry => ({ name: entry.name, content: unpack(entry) }))
}

/** Refused within the work and memory that a refusal may take; answers why. */
async function refusal(bytes: Uint8Array): Promise<WordTemplateError> {
  const memory = process.memoryUsage().rss
  let error: unknown
  const work = await workOf(() =>
    compileTemplate(bytes, catalogue).catch((reason: unknown) => {
      error = reason
    }),
  )
  expect(work).toBeLessThan(MOST_WORK)
  expect(process.memoryUsage().rss - memory).toBeLessThan(200 * 1024 * 1024)
  if (!(error instanceof WordTemplateError)) throw new Error(`not refused: ${String(error)}`)
  return error
}

test('the sound template these files are made from compiles', async () => {
  const template = await compileTemplate(rawZip(await soundEntries()), catalogue)
  expect(template.fields).toHaveLength(1)
})

describe('zip files', () => {
  test('a bomb is refused by what it says it unpacks to', async () => {
    const bomb = { name: 'word/media/a.bin', content: Buffer.alloc(300 * 1024 * 1024) }
    const error = await refusal(rawZip([...(await soundEntries()), bomb]))
    expect(error.message).toContain('314572800 bytes')
    expect(error.place).toBe('word/media/a.bin')
  })

  test('a bomb in many entries is refused by their sum', async () => {
    const content = Buffer.alloc(30 * 1024 * 1024)
    const bombs = [1, 2, 3, 4, 5].map(number => ({ name: `word/media/${number}.bin`, content }))
    expect((await refusal(rawZip([...(await soundEntries()), ...bombs]))).message).toContain('128 MB')
  })

  test.each([
    ['far smaller', 100],
    ['a little smaller', 49_999],
    ['larger', 50_001],
  ])('a part that says it is %s than it is', async (_, claimedSize) => {
    const entries = (await soundEntries()).map(entry =>
      entry.name === 'word/document.xml'
        ? { ...entry, content: padded(entry.content, 50_000), claimedSize }
        : entry,
    )
    const error = await refusal(rawZip(entries))
    expect(error.message).toMatch(/than the file says it is/)
    expect(error.place).toBe('word/document.xml')
  })

  test('a part whose checksum is wrong', async () => {
    const entries = (await soundEntries()).map(entry =>
      entry.name === 'word/styles.xml' ? { ...entry, claimedCrc: 1 } : entry,
    )
    expect(await refusal(rawZip(entries))).toMatchObject({ place: 'word/styles.xml' })
  })

  test.each(['../../etc/cron.d/x', '/etc/passwd', 'word/../../x.xml', 'C:/x.xml', 'word//x.xml', './x.xml'])(
    'an entry named %s',
    async name => {
      const error = await refusal(rawZip([...(await soundEntries()), { name, content: Buffer.from('x') }]))
      expect(error.message).toMatch(/leads outside|cannot be opened/)
    },
  )

  test('two entries of one name, differing in case alone', async () => {
    const second = { name: 'WORD/Document.xml', content: Buffer.from('<x/>') }
    expect(await refusal(rawZip([...(await soundEntries()), second]))).toMatchObject({
      message: 'Two entries of the file have the same name.',
      place: 'WORD/Document.xml',
    })
  })

  test('30,000 entries', async () => {
    const many = Array.from({ length: 30_000 }, (_, number) => ({
      name: `x/${number}`,
      content: Buffer.from('x'),
    }))
    expect((await refusal(rawZip([...(await soundEntries()), ...many]))).message).toContain('at most 2000')
  })

  test('encrypted parts, other ways of packing, passwords, and no zip at all', async () => {
    const sound = await soundEntries()
    const encrypted = rawZip(sound.map(entry => ({ ...entry, isEncrypted: true })))
    expect((await refusal(encrypted)).message).toContain('encrypted')
    expect((await refusal(rawZip(sound.map(entry => ({ ...entry, method: 12 }))))).message).toContain(
      'packed',
    )
    const compound = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(2_000)])
    expect((await refusal(compound)).message).toContain('password')
    expect((await refusal(Buffer.alloc(0))).message).toContain('not a Word document')
    expect((await refusal(plain.subarray(0, plain.length - 300))).message).toMatch(
      /not a Word document|damaged/,
    )
    expect((await refusal(rawZip([{ name: 'a.txt', content: Buffer.from('a') }]))).message).toContain(
      'list of contents',
    )
  })
})

describe('XML', () => {
  const withDocument = (change: (xml: string) => string) =>
    editParts(plain, (xml, name) => (name === 'word/document.xml' ? change(xml) : xml))

  test.each([
    ['a DOCTYPE', '<!DOCTYPE w:document>'],
    ['an external entity', '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>'],
    [
      'an entity bomb',
      `<!DOCTYPE x [<!ENTITY a "${'x'.repeat(1000)}">${'bcdefgh'
        .split('')
        .map((letter, index) => `<!ENTITY ${letter} "${`&${'abcdefg'[index]};`.repeat(100)}">`)
        .join('')}]>`,
    ],
  ])('%s is refused in any part', async (_, doctype) => {
    for (const part of ['word/document.xml', 'word/styles.xml', '[Content_Types].xml', '_rels/.rels']) {
      const file = await editParts(plain, (xml, name) =>
        name === part ? xml.replace(/^<\?xml[^>]*\?>\s*/, declaration => declaration + doctype) : xml,
      )
      const error = await refusal(file)
      expect(error.message).toContain('DOCTYPE')
      expect(error.place).toBe(part)
    }
  })

  test('elements nested without end', async () => {
    const deep = await withDocument(xml =>
      xml.replace(
        '<w:body>',
        `<w:body>${'<w:sdt><w:sdtContent>'.repeat(50_000)}${'</w:sdtContent></w:sdt>'.repeat(50_000)}`,
      ),
    )
    expect((await refusal(deep)).message).toContain('nested more than 400 levels')
  })

  test('an element of countless attributes', async () => {
    const attributes = (count: number) =>
      Array.from({ length: count }, (_, index) => ` w:a${index}="1"`).join('')
    const wide = await withDocument(xml => xml.replace('<w:body>', `<w:body><w:p${attributes(200_000)}/>`))
    const error = await refusal(wide)
    expect(error.message).toBe('An element has more than 1000 attributes, which no Word file needs.')
    expect(error.place).toBe('word/document.xml')
    const many = await withDocument(xml => xml.replace('<w:body>', `<w:body><w:p${attributes(500)}/>`))
    await expect(compileTemplate(many, catalogue)).resolves.toBeDefined()
  })

  test('a document of millions of elements', async () => {
    const wide = await withDocument(xml => xml.replace('<w:body>', `<w:body>${'<w:p/>'.repeat(2_000_000)}`))
    expect((await refusal(wide)).message).toContain('too large')
  })

  test('broken XML, undefined entities, undeclared prefixes, strange encodings', async () => {
    const cases: [string, (xml: string) => string][] = [
      ['not well-formed', xml => xml.replace('</w:body>', '')],
      ['not well-formed', xml => xml.replace('Dear', '&nbsp;')],
      ['“q” is not declared', xml => xml.replace('<w:body>', '<w:body><q:x/>')],
      ['encoded as “ISO-8859-1”', xml => xml.replace('UTF-8', 'ISO-8859-1')],
    ]
    for (const [message, change] of cases) {
      expect((await refusal(await withDocument(change))).message).toContain(message)
    }
  })

  test('more placeholders than a template can need', async () => {
    const many = templateFile({ body: paragraph('{{Today}}'.repeat(6_000)) })
    expect((await refusal(many)).message).toBe('The template has more than 5000 placeholders.')
  })
})

describe('programs', () => {
  test('macros are refused, however they are hidden', async () => {
    const macroType = 'application/vnd.ms-word.template.macroEnabledTemplate.main+xml'
    const renamed = await editParts(plain, xml =>
      xml.replace(/application\/vnd[^"]*template\.main\+xml/, macroType),
    )
    const project = templateFile({
      body: '',
      extraParts: [
        { name: 'word/vbaProject.bin', type: 'application/vnd.ms-office.vbaProject', content: 'x' },
      ],
    })
    const disguised = rawZip([
      ...(await soundEntries()),
      { name: 'word/VBAProject.bin', content: Buffer.from('x') },
    ])
    for (const file of [renamed, project, disguised])
      expect((await refusal(file)).message).toContain('macros')
  })

  test('a spreadsheet is not a template', async () => {
    const sheet = await editParts(plain, xml =>
      xml.replace(
        /application\/vnd[^"]*template\.main\+xml/,
        'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml',
      ),
    )
    expect((await refusal(sheet)).message).toContain('not a Word template')
  })

  test.each([
    ['a page of the web', () => '<html/>'],
    ['no body', (xml: string) => xml.replace(/<w:body>.*<\/w:body>/s, '')],
  ])('a file that is called a Word template and has %s is refused', async (_, change) => {
    const file = await editParts(plain, (xml, name) => (name === 'word/document.xml' ? change(xml) : xml))
    expect((await refusal(file)).message).toContain('not a Word document')
  })

  const field = (...codes: string[]) =>
    '<w:r><w:fldChar w:fldCharType="begin"/></w:r>' +
    codes
      .map(code =>
        code.startsWith('<') ? code : `<w:r><w:instrText xml:space="preserve">${code}</w:instrText></w:r>`,
      )
      .join('') +
    '<w:r><w:fldChar w:fldCharType="end"/></w:r>'

  test.each([
    ['DDEAUTO', field(' DDEAUTO c:\\\\windows\\\\system32\\\\cmd.exe "/k calc" ')],
    ['DDE', field(' D', 'DE excel "x" ')],
    [
      'INCLUDETEXT',
      `<w:fldSimple w:instr=" includetext &quot;c:\\x&quot; "><w:r><w:t>x</w:t></w:r></w:fldSimple>`,
    ],
  ])('a field that would fetch or start something: %s', async (name, runs) => {
    const error = await refusal(
      templateFile({ body: paragraph('Dear Sir') + `<w:p><w:r><w:t>See </w:t></w:r>${runs}</w:p>` }),
    )
    expect(error.message).toContain(name)
    expect(error.place).toMatch(/^body/)
  })

  test('a formula or a condition right before another field stays', async () => {
    const runs =
      field(' =', field(' MERGEFIELD Name '), ' + 1 ') +
      field('IF', field(' MERGEFIELD Name '), ' = "a" "b" "c" ')
    const template = await compileTemplate(templateFile({ body: `<w:p>${runs}</w:p>` }), catalogue)
    expect(template.removed).toEqual([])
  })

  test.each([
    ['field INCLUDEPICTURE', field('INCLUDEPICTURE "http://192.0.2.1/x.png" \\d')],
    ['field whose name other fields put together', field(field(' QUOTE 68 68 69 '), 'AUTO cmd ')],
    ['field whose name other fields put together', field(' DD', field(' MERGEFIELD Name '), ' cmd ')],
    ['field whose name a placeholder puts together', field(' DD{{Name}} cmd "/c calc" ')],
    ['field whose name a placeholder puts together', field(' {{Na', 'me}} "http://192.0.2.1/x.png" \\d ')],
    ['field whose name a placeholder puts together', '<w:fldSimple w:instr=" Include{{ Name }} c:\\x "/>'],
    ['link to javascript:alert(1)', field(' HYPERLINK "javascript:alert(1)" ')],
    ['link to file:\\\\192.0.2.1\\x', field(' HYPERLINK "file:\\\\\\\\192.0.2.1\\\\x" \\o "Terms" ')],
    ['link to \\\\192.0.2.1\\x', '<w:fldSimple w:instr=" HYPERLINK &quot;\\\\\\\\192.0.2.1\\\\x&quot; "/>'],
  ])('a field that can do harm is taken out, and what it shows stays: %s', async (what, runs) => {
    const shown = '<w:r><w:t>shown</w:t></w:r>'
    const whole = runs.startsWith('<w:fldSimple')
      ? runs.replace('/>', `>${shown}</w:fldSimple>`)
      : runs.replace(
          /(<w:r><w:fldChar w:fldCharType="end"\/><\/w:r>)$/,
          `<w:r><w:fldChar w:fldCharType="separate"/></w:r>${shown}$1`,
        )
    const template = await compileTemplate(templateFile({ body: `<w:p>${whole}</w:p>` }), catalogue)
    expect(template.problems).toEqual([])
    expect(template.removed).toEqual([{ what, place: 'word/document.xml' }])
    const xml = await readPart(renderDocument(template, sampleValues(1)), 'word/document.xml')
    expect(xml).toContain('shown')
    expect(xml).not.toMatch(/fldChar|instrText|fldSimple/)
  })

  test('ordinary fields stay', async () => {
    const body = `<w:p>${field(' PAGE ')}${field(' IF ', field(' DATE '), ' = "" "LINK" "x"')}</w:p>`
    expect((await compileTemplate(templateFile({ body }), catalogue)).problems).toEqual([])
  })
})

describe('running away', () => {
  test('loops in loops end at the limit of characters', async () => {
    const nested = `${'{{#Items}}'.repeat(3)}{{Items.Name}}${'{{/Items}}'.repeat(3)}`
    const template = await compileTemplate(templateFile({ body: paragraph(nested) }), catalogue)
    const work = await workOf(() =>
      expect(() => renderDocument(template, sampleValues(300))).toThrow('40 million characters'),
    )
    expect(work).toBeLessThan(MOST_WORK)
  })

  test('so do loops that print nothing', async () => {
    const nested = '{{#Items}}'.repeat(4) + '{{/Items}}'.repeat(4)
    const template = await compileTemplate(templateFile({ body: paragraph(`a${nested}b`) }), catalogue)
    expect(() => renderDocument(template, sampleValues(300))).toThrow('40 million characters')
  })

  test('names that JavaScript knows are names like others', async () => {
    const names = ['constructor', '__proto__', 'toString', 'Shipment.constructor', 'Items.__proto__']
    const body =
      names.map(name => paragraph(`{{${name}}}`)).join('') + paragraph('{{#constructor}}x{{/constructor}}')
    const template = await compileTemplate(templateFile({ body }), catalogue)
    expect(template.problems.map(problem => problem.name)).toEqual([...names, 'constructor'])
    const document = renderDocument(template, sampleValues(1), { unfillable: 'blank' })
    expect((await documentText(document)).trim()).toBe('')
  })
})

function padded(xml: Buffer, size: number): Buffer {
  return Buffer.concat([xml, Buffer.alloc(size - xml.length, ' ')])
}

describe('zip files of careless programs', () => {
  test('a line end behind the file, and backslashes in its names', async () => {
    const sound = await soundEntries()
    const withTail = Buffer.concat([rawZip(sound), Buffer.from('\r\n')])
    expect((await compileTemplate(withTail, catalogue)).fields).toHaveLength(1)
    const slashed = sound.map(entry => ({ ...entry, name: entry.name.replaceAll('/', '\\') }))
    expect((await compileTemplate(rawZip(slashed), catalogue)).fields).toHaveLength(1)
    const outside = { name: '..\\..\\x.xml', content: Buffer.from('x') }
    await expect(compileTemplate(rawZip([...sound, outside]), catalogue)).rejects.toThrow(WordTemplateError)
  })
})
