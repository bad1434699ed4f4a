import { partOf, type WordPackage } from '#server/word/file/package.ts'
import { type NodeBudget, parseXml, XML_LIMITS } from '#server/word/file/parse-xml.ts'
import { childElement, type XmlElement } from '#server/word/file/tree.ts'
import { unpack } from '#server/word/file/zip-read.ts'

/** The root of the part that holds a template's styles, where it has one. */
export function templateStyles(packaged: WordPackage, budget: NodeBudget): XmlElement | undefined {
  const link = packaged.main.relationships.find(({ kind, isExternal }) => kind === 'styles' && !isExternal)
  const part = link && partOf(packaged, link, packaged.main)
  return part && parseXml(unpack(part.entry, XML_LIMITS.partBytes), part.name, budget)
}

/** The language that a template's styles are in, such as `de-DE`; English where none is said. */
export function templateLanguage(styles: XmlElement | undefined): string {
  const steps = ['w:docDefaults', 'w:rPrDefault', 'w:rPr', 'w:lang']
  let found: XmlElement | undefined = styles
  for (const name of steps) found = found && childElement(found, name)
  return knownLanguage(found?.attributes.get('w:val'))
}

/** English months are written alike everywhere, as Word does: Intl would write “Sept” for Britain. */
export function knownLanguage(tag: string | undefined): string {
  if (tag === undefined || /^(en|x-none)\b/i.test(tag)) return 'en'
  try {
    const [canonical] = Intl.getCanonicalLocales(tag)
    const isKnown = canonical !== undefined && Intl.DateTimeFormat.supportedLocalesOf(canonical).length > 0
    return isKnown ? canonical : 'en'
  } catch {
    return 'en'
  }
}
