import { catalogue, sampleValues } from '#testing/word/catalogue.ts'
import { picture } from '#testing/word/drawings.ts'
import { editParts } from '#testing/word/edit-file.ts'
import { paragraph, run } from '#testing/word/markup.ts'
import { png } from '#testing/word/png.ts'
import { documentText, parseAllParts, partNames, readPart } from '#testing/word/read-document.ts'
import { templateFile, type TemplateContent } from '#testing/word/template-file.ts'
import { validationErrors } from '#testing/word/validate.ts'
import { expect, test, vi } from 'vitest'
import { compileTemplate } from '#server/word/compile.ts'
import { renderDocument } from '#server/word/render.ts'

// The validator starts a program for each file.
vi.setConfig({ testTimeout: 60_000 })

const OFFICE = 'application/vnd.openxmlformats-officedocument'

/** Fills a template of this content; the result is whole and valid, and nothing was said to be wrong with it. */
async function clean(content: TemplateContent | Uint8Array) {
  const bytes = content instanceof Uint8Array ? content : templateFile(content)
  const template = await compileTemplate(bytes, catalogue)
  expect(template.problems).toEqual([])
  const document = renderDocument(template, sampleValues(1))
  await parseAllParts(document)
  expect(await validationErrors(document)).toEqual([])
  return {
    removed: template.removed,
    xml: await readPart(document, 'word/document.xml'),
    links: await readPart(document, 'word/_rels/document.xml.rels'),
    names: await partNames(document),
    document,
  }
}

test('a sound template loses nothing', async () => {
  const { removed, names } = await clean({ body: paragraph('{{Today}}') })
  expect(removed).toEqual([])
  expect(names).toContain('docProps/core.xml')
})

test('building blocks stay in the template', async () => {
  const type = `${OFFICE}.wordprocessingml.document.glossary+xml`
  const content =
    '<w:glossaryDocument xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:docParts/></w:glossaryDocument>'
  const { removed, names, links } = await clean({
    body: paragraph('{{Today}}'),
    extraParts: [{ name: 'word/glossary/document.xml', type, content }],
    extraLinks: [{ id: 'blocks', kind: 'glossaryDocument', target: 'glossary/document.xml' }],
  })
  expect(removed).toEqual([])
  expect(names).not.toContain('word/glossary/document.xml')
  expect(links).not.toContain('glossary')
})

test('a picture from another machine goes, with what showed it', async () => {
  const content: TemplateContent = {
    body:
      paragraph(run('See ') + picture('outside', 10, 10, 'Chart')) + paragraph(picture('logo', 5, 5, 'Logo')),
    pictures: { logo: png(2, 2, () => [1, 2, 3, 255]) },
    extraLinks: [{ id: 'outside', kind: 'image', target: 'http://192.0.2.1/pixel.png', isExternal: true }],
  }
  const { removed, xml, links, names } = await clean(content)
  expect(removed).toEqual([
    { what: 'external image (http://192.0.2.1/pixel.png)', place: 'word/document.xml' },
  ])
  expect(links).not.toContain('192.0.2.1')
  expect(xml).not.toContain('Chart')
  expect(xml).toContain('Logo')
  expect(names).toContain('word/media/logo.png')
})

test('the older kind of picture does not fetch either', async () => {
  const shape =
    '<w:r><w:pict><v:shape id="S" style="width:9pt;height:9pt"><v:imagedata src="http://192.0.2.1/x.png" o:title="x"/></v:shape></w:pict></w:r>'
  const { removed, xml } = await clean({ body: paragraph(run('a') + shape) })
  expect(removed).toEqual([{ what: 'external picture (http://192.0.2.1/x.png)', place: 'word/document.xml' }])
  expect(xml).not.toContain('192.0.2.1')
})

test('links to web pages and addresses stay, others become plain text', async () => {
  const link = (id: string) => `<w:hyperlink r:id="${id}">${run(`${id} {{Shipment.JobId}}`)}</w:hyperlink>`
  const { removed, xml, links, document } = await clean({
    body: `<w:p>${link('web')}${link('mail')}${link('script')}${link('share')}</w:p>`,
    extraLinks: [
      { id: 'web', kind: 'hyperlink', target: 'https://example.com/?a=1&b=2', isExternal: true },
      { id: 'mail', kind: 'hyperlink', target: 'mailto:ops@example.com', isExternal: true },
      { id: 'script', kind: 'hyperlink', target: 'javascript:alert(1)', isExternal: true },
      { id: 'share', kind: 'hyperlink', target: 'file:///\\\\192.0.2.1\\share\\x.exe', isExternal: true },
    ],
  })
  expect(removed.map(removal => removal.what)).toEqual([
    'link to javascript:alert(1)',
    'link to file:///\\\\192.0.2.1\\share\\x.exe',
  ])
  expect(links).toContain('https://example.com/?a=1&amp;b=2')
  expect(links).not.toMatch(/javascript|192\.0\.2\.1/)
  expect(xml.match(/<w:hyperlink/g)).toHaveLength(2)
  expect(await documentText(document)).toBe('web 1042mail 1042script 1042share 1042')
})

test('a remote template and a mail merge source leave the settings', async () => {
  const mailMerge =
    '<w:mailMerge><w:mainDocumentType w:val="formLetters"/><w:dataType w:val="textFile"/>' +
    '<w:connectString w:val="Provider=evil"/><w:query w:val="SELECT 1"/><w:dataSource r:id="data"/></w:mailMerge>'
  const bytes = await editParts(
    templateFile({
      body: paragraph('{{Today}}'),
      settings: `<w:attachedTemplate r:id="far"/>${mailMerge}`,
      extraParts: [
        {
          name: 'word/_rels/settings.xml.rels',
          type: 'application/vnd.openxmlformats-package.relationships+xml',
          content: settingsLinks,
        },
      ],
    }),
    (xml, name) =>
      name === '[Content_Types].xml' ? xml.replace(/<Override PartName="[^"]*\.rels"[^>]*>/, '') : xml,
  )
  const { removed, names, document } = await clean(bytes)
  expect(removed.map(removal => removal.what)).toEqual([
    'link to another template (http://192.0.2.1/evil.dotm)',
    'mail merge data source (file:///C:/list.csv)',
    'mail merge settings',
  ])
  const settings = await readPart(document, 'word/settings.xml')
  expect(settings).not.toMatch(/attachedTemplate|mailMerge|evil/)
  expect(settings).toContain('compatibilityMode')
  expect(names).not.toContain('word/_rels/settings.xml.rels')
})

const RELATIONSHIPS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const settingsLinks =
  '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">' +
  `<Relationship Id="far" Type="${RELATIONSHIPS}/attachedTemplate" Target="http://192.0.2.1/evil.dotm" TargetMode="External"/>` +
  `<Relationship Id="data" Type="${RELATIONSHIPS}/mailMergeSource" Target="file:///C:/list.csv" TargetMode="External"/></Relationships>`

test('embedded objects, imported documents and controls that run code go, their pictures stay', async () => {
  const object =
    '<w:r><w:object><v:shape id="Shown" style="width:9pt;height:9pt"><v:imagedata r:id="logo"/></v:shape>' +
    '<o:OLEObject Type="Embed" ProgID="Package" ShapeID="Shown" DrawAspect="Icon" ObjectID="_1" r:id="object"/></w:object></w:r>'
  const { removed, xml, names } = await clean({
    body: `${paragraph(run('a') + object)}<w:altChunk r:id="chunk"/>${paragraph('{{Today}}')}`,
    pictures: { logo: png(2, 2, () => [1, 2, 3, 255]) },
    extraParts: [
      { name: 'word/embeddings/oleObject1.bin', type: `${OFFICE}.oleObject`, content: 'MZ' },
      { name: 'word/afchunk.htm', type: 'text/html', content: '<script>alert(1)</script>' },
    ],
    extraLinks: [
      { id: 'object', kind: 'oleObject', target: 'embeddings/oleObject1.bin' },
      { id: 'chunk', kind: 'aFChunk', target: 'afchunk.htm' },
    ],
  })
  expect(removed.map(removal => removal.what)).toEqual(['embedded object', 'imported document'])
  expect(xml).not.toMatch(/OLEObject|altChunk/)
  expect(xml).toContain('v:imagedata')
  expect(names.filter(name => /embeddings|afchunk/.test(name))).toEqual([])
})

test('parts that nothing leads to, and links that lead nowhere, are left out', async () => {
  const { names, links } = await clean({
    body: paragraph('{{Today}}'),
    extraParts: [{ name: 'word/stray.exe', type: 'application/octet-stream', content: 'MZ' }],
    extraLinks: [{ id: 'lost', kind: 'header', target: 'nowhere.xml' }],
  })
  expect(names).not.toContain('word/stray.exe')
  expect(links).not.toContain('nowhere.xml')
})

test('bound data would overwrite what was filled in, so the binding goes', async () => {
  const control =
    '<w:sdt><w:sdtPr><w:dataBinding w:xpath="/a" w:storeItemID="{00000000-0000-0000-0000-000000000000}"/><w:text/></w:sdtPr>' +
    `<w:sdtContent>${run('{{Shipment.JobId}}')}</w:sdtContent></w:sdt>`
  const { xml, document } = await clean({ body: `<w:p>${control}</w:p>` })
  expect(xml).not.toContain('dataBinding')
  expect(await documentText(document)).toBe('1042')
})

test('other prefixes for the same names are understood', async () => {
  const renamed = await editParts(templateFile({ body: paragraph('{{Today}}') }), (xml, name) =>
    name === 'word/document.xml' ? xml.replaceAll('w:', 'ns0:').replaceAll('xmlns:w=', 'xmlns:ns0=') : xml,
  )
  expect(await readPart(renamed, 'word/document.xml')).toContain('<ns0:p>')
  const { document } = await clean(renamed)
  expect(await documentText(document)).toBe('20 Nov 2026')
})

test('space around a text counts only where the file says so', async () => {
  const body =
    '<w:p><w:r><w:t>\n  Job </w:t><w:t xml:space="preserve"> no. </w:t><w:t> {{Shipment.JobId}} </w:t></w:r></w:p>'
  expect(await documentText((await clean({ body })).document)).toBe('Job no. 1042')
})

test('parts with spaces in their names are found, however they are written', async () => {
  const logo = png(2, 2, () => [1, 2, 3, 255])
  const { names, links } = await clean({
    body: paragraph(picture('mark', 5, 5, 'Mark')),
    extraParts: [{ name: 'word/media/our%20mark.png', type: 'image/png', content: logo }],
    extraLinks: [{ id: 'mark', kind: 'image', target: 'media/our%20mark.png' }],
  })
  expect(names).toContain('word/media/our%20mark.png')
  expect(links).toContain('our%20mark.png')
})
