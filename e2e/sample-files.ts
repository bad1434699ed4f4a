import { paragraph } from '#testing/word/markup.ts'
import { png } from '#testing/word/png.ts'
import { templateFile } from '#testing/word/template-file.ts'

export type SampleFile = { name: string; mimeType: string; buffer: Buffer }

/** A file as a browser takes it, its kind left for the product to tell. */
export const sample = (name: string, content: string | Uint8Array): SampleFile => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.from(content),
})

/** One page with a line of words and a box in sea green. */
export function pdfFile(words: string): Buffer {
  const drawing = `0.06 0.45 0.42 rg 72 600 200 80 re f BT /F1 24 Tf 0 g 72 720 Td (${words}) Tj ET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  let text = '%PDF-1.4\n'
  const places = objects.map((object, index) => {
    const place = text.length
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
    return String(place).padStart(10, '0')
  })
  const table = text.length
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.map(place => `${place} 00000 n \n`).join('')}`
  text += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`
  return Buffer.from(text, 'latin1')
}

/** Blue above and green below. */
export const pictureFile = () => png(160, 100, (_x, y) => (y < 50 ? [20, 90, 160, 255] : [20, 140, 110, 255]))

const PAYLOAD = "<script>parent.ran = 'script'</script><img src=x onerror=\"parent.ran = 'image'\">"

/** A Word file that carries a page of HTML, a link that is a script and a symbol that is markup. */
export const hostileWordFile = () =>
  templateFile({
    isDocument: true,
    body:
      paragraph('These words are safe.') +
      '<w:p><w:r><w:sym w:font="Wingdings" w:char="41;&lt;img src=x onerror=&quot;parent.ran=1&quot;&gt;"/></w:r></w:p>' +
      '<w:p><w:hyperlink r:id="rIdScript"><w:r><w:t>A link</w:t></w:r></w:hyperlink></w:p>' +
      '<w:altChunk r:id="rIdHtml"/>',
    extraParts: [{ name: 'word/chunk.html', type: 'text/html', content: PAYLOAD }],
    extraLinks: [
      { id: 'rIdHtml', kind: 'aFChunk', target: 'chunk.html' },
      { id: 'rIdScript', kind: 'hyperlink', target: 'javascript:parent.ran=1', isExternal: true },
    ],
  })
