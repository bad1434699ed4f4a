// XML 1.0 knows none of these, and spreadsheets write each as its number between underscores.
const unwritable =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\r|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g
const looksEscaped = /_(?=x[0-9a-fA-F]{4}_)/g

const hex = (code: number) => code.toString(16).toUpperCase().padStart(4, '0')
const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const special = /[&<>"]/g
const plain = /^[ -%'-;=?-^`a-~]*$/

/** A text as it stands in a spreadsheet's XML. */
export function xlsxText(text: string): string {
  // Most texts need nothing, and a list has millions.
  if (plain.test(text) && !text.includes('"')) return text
  return text
    .replace(looksEscaped, '_x005F_')
    .replace(unwritable, sign => `_x${hex(sign.charCodeAt(0))}_`)
    .replace(special, sign => entities[sign] ?? sign)
}

/** The text that `xlsxText` wrote, once XML's own signs are read. */
export const readXlsxText = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([0-9a-fA-F]{4})_/g, (_, code: string) =>
        String.fromCharCode(Number.parseInt(code, 16)),
      )
    : text
