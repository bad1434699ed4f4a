import { Readable } from 'node:stream'
import { fileTypeFromBuffer, fileTypeFromStream } from 'file-type'
import type { WatchedContent } from './content-watch.ts'
import { kindOfExtension, kindOfSignature, fileKinds, type KindName, type ContentClass } from './kinds.ts'

export type FileKind = { type: string; mediaType: string; mayRunCode: boolean }

type Judgement = { kind: KindName; mediaType: string } | { madeOf: ContentClass }

const OCTETS = 'application/octet-stream'

/**
 * Tells a file's kind from its content and its name. Content that says what it is wins over the name,
 * but for names by which a computer would run the file. `readAll` is asked for only where a zip's
 * beginning does not say what it holds.
 */
export async function detectKind(
  fileName: string,
  content: WatchedContent,
  readAll: () => Promise<Readable>,
): Promise<FileKind> {
  const byContent = await judge(content, readAll)
  const dot = fileName.lastIndexOf('.')
  const byName = kindOfExtension(dot >= 0 ? fileName.slice(dot + 1).toLowerCase() : '')
  const chosen = choose(byContent, byName)
  const { label, code } = fileKinds[chosen.kind]
  const contentIsCode = 'kind' in byContent && fileKinds[byContent.kind].code
  return {
    type: content.holdsMacros && !code ? `${label} with Macros` : label,
    mediaType: chosen.mediaType,
    mayRunCode: code || contentIsCode || content.holdsMacros,
  }
}

function choose(byContent: Judgement, byName: ReturnType<typeof kindOfExtension>) {
  if (byName && fileKinds[byName.kind].code) return byName
  if ('kind' in byContent) return byContent
  if (byName?.madeOf.includes(byContent.madeOf)) return byName
  if (byContent.madeOf === 'zip') return { kind: 'archive', mediaType: 'application/zip' } as const
  if (byContent.madeOf === 'text') return { kind: 'text', mediaType: 'text/plain' } as const
  return { kind: 'unknown', mediaType: OCTETS } as const
}

async function judge({ head }: WatchedContent, readAll: () => Promise<Readable>): Promise<Judgement> {
  let signature = await fileTypeFromBuffer(head)
  if (signature?.ext === 'zip') signature = (await signatureOfWhole(readAll)) ?? signature
  if (signature) {
    const kind = kindOfSignature(signature)
    if (kind) return { kind, mediaType: signature.mime }
    if (signature.ext === 'zip') return { madeOf: 'zip' }
    if (signature.ext === 'cfb') return { madeOf: 'legacyOffice' }
  }
  const text = asText(head)
  if (text === null) return { madeOf: 'binary' }
  if (text.startsWith('#!')) return { kind: 'script', mediaType: OCTETS }
  if (/^\s*</.test(text) && /<(?:!doctype\s+html|html|script|iframe)\b/i.test(text))
    return { kind: 'webPage', mediaType: OCTETS }
  if (/^\s*</.test(text) && /<(?:\w+:)?svg\b/i.test(text)) return { kind: 'vectorImage', mediaType: OCTETS }
  return { madeOf: 'text' }
}

async function signatureOfWhole(readAll: () => Promise<Readable>) {
  const stream = await readAll()
  try {
    return await fileTypeFromStream(Readable.toWeb(stream))
  } finally {
    stream.destroy()
  }
}

/** The beginning as text; null where it is none. */
function asText(head: Uint8Array): string | null {
  const isUtf16 = (head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff)
  if (isUtf16)
    return new TextDecoder(head[0] === 0xff ? 'utf-16le' : 'utf-16be').decode(head.subarray(0, 8192))
  const start = head.subarray(0, 8192)
  // Everything below the space but tab, line ends and escape is no text in any encoding of one byte.
  if (start.some(byte => byte < 32 && !(byte >= 9 && byte <= 13) && byte !== 27)) return null
  return new TextDecoder('utf-8').decode(start)
}
