const LONGEST = 255

// Control characters, and those that turn the writing direction so that "exe.fdp" reads "pdf.exe".
const unwanted = /[\p{Cc}\p{Bidi_Control}\u2028\u2029\ufeff]/gu

/**
 * The name that people see, from the name that was sent: no folders, no invisible tricks, at most 255
 * characters with its extension kept. '' where nothing is left.
 */
export function cleanFileName(sent: string): string {
  const last = sent.toWellFormed().normalize('NFC').split(/[/\\]/).at(-1) ?? ''
  const name = last.replace(unwanted, '').trim()
  if (/^[.\p{C}\p{Z}]*$/u.test(name)) return ''
  if (name.length <= LONGEST) return name
  const dot = name.lastIndexOf('.')
  const extension = dot > 0 && name.length - dot <= 20 ? name.slice(dot) : ''
  return (
    firstCharacters(name.slice(0, name.length - extension.length), LONGEST - extension.length) + extension
  )
}

/** Cuts between characters, never inside one that takes two units. */
function firstCharacters(text: string, units: number): string {
  let kept = ''
  for (const character of text) {
    if (kept.length + character.length > units) break
    kept += character
  }
  return kept
}

const escapeRfc5987 = (name: string) =>
  encodeURIComponent(name).replace(
    /['()*]/g,
    character => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )

/** `Content-Disposition` for saving under this name: RFC 6266, with a plain stand-in for old clients. */
export function attachmentHeader(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]/gu, '_')
    .replace(/["\\%]/g, '_')
  return `attachment; filename="${plain}"; filename*=UTF-8''${escapeRfc5987(name)}`
}
