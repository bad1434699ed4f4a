import type { Document } from '#contract/documents.ts'
import { extensionOf } from '#contract/file-names.ts'

export type PreviewKind = 'pdf' | 'image' | 'word' | 'message'

// What browsers draw themselves; a scan in TIFF is not among them.
const images = ['.png', '.jpg', '.jpeg', '.gif', '.webp', '.bmp', '.avif']

/** How a file can be looked at in place; null where it has to be downloaded. */
export function previewKind({ type, name, mayRunCode }: Document): PreviewKind | null {
  if (mayRunCode) return null
  const extension = extensionOf(name)
  if (type === 'PDF') return 'pdf'
  if (type === 'Image' && images.includes(extension)) return 'image'
  if (type === 'Word Document' && extension === '.docx') return 'word'
  if (type === 'Word Template' && extension === '.dotx') return 'word'
  if (type === 'E-mail' && (extension === '.eml' || extension === '.msg')) return 'message'
  return null
}
