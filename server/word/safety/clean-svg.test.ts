import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { png } from '#testing/word/png.ts'
import { cleanSvg } from './clean-svg.ts'
import { pictureKind } from './picture-kind.ts'

const FILE = 'file:///etc/hostname'
const HEAD = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
const svg = (inside: string, attributes = '') => `<svg ${HEAD} ${attributes}>${inside}</svg>`
const base64 = (content: string | Buffer) => Buffer.from(content).toString('base64')
const NESTED = `data:image/svg+xml;base64,${base64(svg(`<image href="${FILE}"/>`))}`

test.each([
  ['an image', `<image xlink:href="${FILE}"/>`],
  ['an image by the newer attribute', `<image href="${FILE}"/>`],
  ['another prefix', `<image xmlns:q="http://www.w3.org/1999/xlink" q:href="${FILE}"/>`],
  ['spaces and line ends before it', `<image href=" &#10;${FILE}"/>`],
  ['capitals', `<image href="FILE:///etc/hostname"/>`],
  ['a path alone', '<image href="/etc/hostname"/>'],
  ['a path beside it', '<image href="../../etc/hostname"/>'],
  ['a share', '<image href="\\\\192.0.2.1\\hostname"/>'],
  ['use', `<use xlink:href="${FILE}#a"/>`],
  ['feImage', `<filter id="f"><feImage href="${FILE}"/></filter>`],
  ['a gradient', `<linearGradient xlink:href="${FILE}#a"/>`],
  ['a link', `<a xlink:href="${FILE}"><text>x</text></a>`],
  ['a pattern', `<pattern id="p" href="${FILE}#p"/>`],
  ['a text path', `<text><textPath href="${FILE}#p">x</textPath></text>`],
  ['script', `<script href="${FILE}">fetch("${FILE}")</script>`],
  [
    'a page in it',
    `<foreignObject><img xmlns="http://www.w3.org/1999/xhtml" src="${FILE}"/></foreignObject>`,
  ],
  ['an animation of an address', `<image><set attributeName="href" to="${FILE}"/></image>`],
  ['a font', `<font-face><font-face-src><font-face-uri href="${FILE}"/></font-face-src></font-face>`],
  ['fill', `<rect fill="url(${FILE}#a)"/>`],
  ['fill with quotes', `<rect fill="url( '${FILE}#a' )"/>`],
  ['style attribute', `<rect style="fill:url(${FILE}#a)"/>`],
  ['style attribute with a comment', `<rect style="fill:url/**/(${FILE}#a)"/>`],
  ['style attribute with an escape', `<rect style="fill:\\75rl(${FILE}#a)"/>`],
  ['style element', `<style>rect{fill:url(${FILE}#a)}</style>`],
  ['style element in CDATA', `<style><![CDATA[rect{fill:URL("${FILE}#a")}]]></style>`],
  ['an address that does not end', `<style>rect{fill:url(${FILE}</style>`],
  ['@import', `<style>@import "${FILE}";</style>`],
  ['@import with a comment', `<style>@/**/import '${FILE}';</style>`],
  ['@font-face', `<style>@font-face{font-family:x;src:url(${FILE})}</style>`],
  ['image-set', `<style>rect{background:image-set("${FILE}" 1x)}</style>`],
  ['an event', `<rect onload="fetch('${FILE}')"/>`],
  ['a drawing in a drawing', `<image href="${NESTED}"/>`],
  [
    'a drawing in a drawing, by percent',
    `<image href="data:image/svg+xml,${encodeURIComponent(svg(`<image href="${FILE}"/>`))}"/>`,
  ],
  [
    'a drawing that says it is a PNG',
    `<image href="data:image/png;base64,${base64(svg(`<image href="${FILE}"/>`))}"/>`,
  ],
  [
    'a packed drawing',
    `<image href="data:image/svg+xml;base64,${base64(gzipSync(svg(`<image href="${FILE}"/>`)))}"/>`,
  ],
  ['a page as data', `<image href="data:text/html;base64,${base64(`<img src="${FILE}">`)}"/>`],
  ['PostScript as data', `<image href="data:image/x-eps;base64,${base64('%!PS-Adobe-3.0 EPSF-3.0')}"/>`],
])('what a drawing fetches by %s is left out, and told', (_, inside) => {
  const cleaned = cleanSvg(Buffer.from(svg(inside)))
  expect(cleaned?.found.length).toBeGreaterThan(0)
  expect(withNested(cleaned?.xml ?? '')).not.toMatch(
    /file:|hostname|192\.0|<script|<foreign|\bon\w+=|@import|%!PS/i,
  )
})

/** With the drawings that it holds as data, in clear. */
function withNested(xml: string): string {
  return xml.replace(/base64,([\w+/=]+)/g, (_, data: string) =>
    withNested(Buffer.from(data, 'base64').toString('latin1')),
  )
}

test('a base, a style sheet beside it and a DOCTYPE go; entities make it unreadable', () => {
  const processed = `<?xml version="1.0"?><?xml-stylesheet href="${FILE}"?><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/svg11.dtd">${svg('<rect/>', `xml:base="file:///etc/"`)}`
  const cleaned = cleanSvg(Buffer.from(processed))
  expect(cleaned?.xml).toBe(`<svg ${HEAD}><rect></rect></svg>`)
  expect(cleaned?.found).toEqual(['instruction xml-stylesheet'])
  const entity = `<!DOCTYPE svg [<!ENTITY a SYSTEM "${FILE}">]>${svg('<text>&a;</text>')}`
  expect(cleanSvg(Buffer.from(entity))).toBeUndefined()
  expect(cleanSvg(Buffer.from(svg('<text>&a;</text>')))).toBeUndefined()
})

test('in whatever encoding', () => {
  const hostile = svg(`<image href="${FILE}"/><text>ä</text>`)
  const little = Buffer.from(hostile, 'utf16le')
  const big = Buffer.from(little).swap16()
  const marks = [Buffer.from([0xff, 0xfe]), Buffer.from([0xfe, 0xff])] as const
  const latin = Buffer.from(`<?xml version="1.0" encoding="ISO-8859-1"?>${hostile}`, 'latin1')
  for (const content of [
    Buffer.from(hostile),
    little,
    big,
    Buffer.concat([marks[0], little]),
    Buffer.concat([marks[1], big]),
    latin,
  ])
    expect(cleanSvg(content)).toEqual({
      xml: `<svg ${HEAD}><image></image><text>ä</text></svg>`,
      found: [FILE],
    })
  const unknown = Buffer.from(`<?xml version="1.0" encoding="UTF-7"?>${hostile}`)
  expect(cleanSvg(unknown)).toBeUndefined()
})

test('what draws stays as it is', () => {
  const dots = `data:image/png;base64,${base64(png(2, 2, () => [1, 2, 3, 255]))}`
  const inside =
    '<defs><linearGradient id="a"><stop offset="0" stop-color="#123"></stop></linearGradient></defs>' +
    '<style>.b{fill:url(#a);stroke:#fff}</style><g transform="scale(2)"><path d="M0 0L9 9" fill="url(#a)"></path>' +
    `<use xlink:href="#b"></use><image href="${dots}"></image><text x="1">A &amp; B</text></g>`
  expect(cleanSvg(Buffer.from(svg(inside, 'viewBox="0 0 9 9"')))).toEqual({
    xml: `<svg ${HEAD} viewBox="0 0 9 9">${inside}</svg>`,
    found: [],
  })
})

test('what is no drawing, or one without end, is refused', () => {
  for (const content of ['', 'x', '<html><svg/></html>', '<svg', `<x xmlns="urn:x"><svg ${HEAD}/></x>`])
    expect(cleanSvg(Buffer.from(content))).toBeUndefined()
  expect(cleanSvg(Buffer.from(svg('<g>'.repeat(5000) + '</g>'.repeat(5000))))).toBeUndefined()
})

test('pictures are known by what they are', () => {
  const emf = Buffer.alloc(80)
  emf.writeUInt32LE(1, 0)
  emf.write(' EMF', 40, 'latin1')
  const known = [
    png(1, 1, () => [0, 0, 0, 0]),
    Buffer.from('ffd8ffe0', 'hex'),
    Buffer.from('GIF89a'),
    Buffer.from('RIFF    WEBP'),
  ]
  for (const content of known) expect(pictureKind(content)).toBe('raster')
  expect(pictureKind(emf)).toBe('drawing')
  expect(pictureKind(Buffer.from('d7cdc69a0000', 'hex'))).toBe('drawing')
  const bitmap = Buffer.alloc(60)
  bitmap.write('BM')
  bitmap.writeUInt32LE(40, 14)
  expect(pictureKind(bitmap)).toBe('raster')
  for (const content of [
    '%!PS-Adobe-3.0 EPSF-3.0',
    '%PDF-1.7',
    '<html>',
    `BM${' '.repeat(30)}<svg>`,
    `GIF89a<svg xmlns=""/>`,
    'PK\u0003\u0004',
  ])
    expect(pictureKind(Buffer.from(content))).toBe('unknown')
})
