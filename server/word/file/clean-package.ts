import { type KeepRelationship, type Part, partOf, type Relationship, type WordPackage } from './package.ts'
import {
  elementsBelow,
  holdsTextBox,
  nearestAncestor,
  remove,
  replace,
  withAlternatives,
  XmlElement,
} from './tree.ts'

/** Something taken out of the template for safety. */
export interface Removal {
  what: string
  place: string
}

const REASONS: ReadonlyMap<string, string> = new Map([
  ['attachedTemplate', 'link to another template'],
  ['mailMergeSource', 'mail merge data source'],
  ['mailMergeHeaderSource', 'mail merge data source'],
  ['recipientData', 'mail merge recipients'],
  ['oleObject', 'embedded object'],
  ['control', 'ActiveX control'],
  ['activeXControlBinary', 'ActiveX control'],
  ['aFChunk', 'imported document'],
  ['subDocument', 'linked document'],
  ['extensibility', 'ribbon customisation'],
  ['userCustomization', 'ribbon customisation'],
  ['keyMapCustomizations', 'keyboard customisation'],
  ['attachedToolbars', 'toolbars'],
  ['webextension', 'web extension'],
  ['webextensiontaskpanes', 'web extension'],
  ['origin', 'digital signature'],
])
// A template keeps pieces of text for its writer; a document has no use for them.
const BUILDING_BLOCKS = 'glossaryDocument'
/** Links that open a page, a message or a place in the document. */
export const SAFE_LINK = /^(https?:|mailto:|tel:|#)/i

/** Whose links are decided on: of a document that is made, or of a template that stays one for whoever writes it. */
export type LinkRules = 'document' | 'template'

// Of what lies in the file itself, these load or start something when the file is opened.
const LOADING = new Set([
  'control',
  'activeXControlBinary',
  'aFChunk',
  'webextension',
  'webextensiontaskpanes',
])

/** Decides which links of a file are kept, and remembers what was left out and from which part. */
export class LinkPolicy {
  readonly removals: Removal[] = []
  readonly #removedIds = new Map<string, Set<string>>()
  readonly #rules: LinkRules

  constructor(rules: LinkRules = 'document') {
    this.#rules = rules
  }

  readonly keep: KeepRelationship = (relationship, owner) => {
    const isOfTemplate = this.#rules === 'template'
    if (isOfTemplate && !relationship.isExternal && !LOADING.has(relationship.kind)) return true
    if (!isOfTemplate && relationship.kind === BUILDING_BLOCKS) return false
    const reason = reasonToRemove(relationship, owner)
    if (reason === undefined) return true
    this.#remove(relationship, reason, owner?.name ?? 'the file')
    return false
  }

  /** Takes a part out of the file after all, with the links of `owner` to it. */
  drop(packaged: WordPackage, owner: Part | undefined, part: Part, what: string): void {
    const relationships = owner?.relationships ?? packaged.rootRelationships
    const place = owner?.name ?? 'the file'
    const leading = relationships.filter(one => !one.isExternal && partOf(packaged, one, owner) === part)
    for (const relationship of leading) {
      relationships.splice(relationships.indexOf(relationship), 1)
      this.#remove(relationship, what, place)
    }
  }

  removedIds(part: Part): ReadonlySet<string> {
    return this.#removedIds.get(part.name) ?? new Set()
  }

  #remove(relationship: Relationship, what: string, place: string): void {
    this.removals.push({ what, place })
    const ids = this.#removedIds.get(place) ?? new Set()
    this.#removedIds.set(place, ids.add(relationship.id))
  }
}

function reasonToRemove(relationship: Relationship, owner: Part | undefined): string | undefined {
  const { kind, target, isExternal } = relationship
  const named = REASONS.get(kind)
  if (named !== undefined) return isExternal ? `${named} (${shortened(target)})` : named
  // An object embedded as an Office file; a chart's own workbook hangs on the chart, not on a text part.
  if (kind === 'package' && owner !== undefined && !/chart/i.test(owner.contentType)) return 'embedded object'
  if (!isExternal) return undefined
  // An address that a value begins is looked at when there is a value.
  if (kind === 'hyperlink')
    return SAFE_LINK.test(target) || /^(\{|%7b){2}/i.test(target) ? undefined : `link to ${shortened(target)}`
  return `external ${kind} (${shortened(target)})`
}

function shortened(target: string): string {
  return target.length > 80 ? `${target.slice(0, 80)}…` : target
}

const ADDRESS = /^\s*([a-z][a-z0-9+.-]*:|\/\/|\\\\)/i
const VML_ADDRESSES = ['src', 'o:href', 'o:althref']
const DROPPED_SETTINGS = new Set(['w:attachedTemplate', 'w:mailMerge'])

/**
 * Takes out of a part's tree what its removed links, data bindings and mail merge leave behind. A template keeps what
 * lies in the file itself, such as its bindings.
 */
export function cleanTree(
  root: XmlElement,
  removedIds: ReadonlySet<string>,
  onRemoved: (what: string) => void,
  { isTemplate = false }: { isTemplate?: boolean } = {},
): void {
  for (const element of elementsBelow(root)) {
    if (!isTemplate && /^w(?:15)?:dataBinding$/.test(element.name)) remove(element)
    if (DROPPED_SETTINGS.has(element.name)) {
      if (element.name === 'w:mailMerge') onRemoved('mail merge settings')
      remove(element)
    }
    // A film from the web brings a page of HTML that runs when it is clicked.
    if (element.name.endsWith(':webVideoPr')) {
      onRemoved('web video')
      remove(element)
    }
    if (!isTemplate && /(^|:)svg$/i.test(element.name)) {
      onRemoved('drawing in the text')
      remove(element)
    }
    if (element.name.startsWith('v:')) dropAddresses(element, onRemoved)
    const isRemoved = (id: string) => removedIds.has(id)
    const usesRemoved = [...element.attributes].some(([name, value]) => usesLink(name) && isRemoved(value))
    if (usesRemoved) dropUser(element, isRemoved)
  }
}

function dropAddresses(element: XmlElement, onRemoved: (what: string) => void): void {
  for (const name of VML_ADDRESSES) {
    const value = element.attributes.get(name)
    if (value === undefined || !ADDRESS.test(value)) continue
    element.removeAttribute(name)
    onRemoved(`external picture (${shortened(value)})`)
  }
}

const PICTURE = new Set(['a:blip', 'v:imagedata', 'v:fill', 'v:stroke'])
const PICTURE_FRAME = new Set(['w:drawing', 'w:pict', 'w:object'])
/** The relationship by which a picture is kept in the file, when it is linked to as well. */
const EMBEDDED = ['r:embed', 'r:id', 'r:pict', 'o:relid']

function dropUser(element: XmlElement, isRemoved: (id: string) => boolean): void {
  if (element.name === 'w:hyperlink') return replace(element, element.children)
  if (!PICTURE.has(element.name)) return remove(element)
  const isEmbedded = EMBEDDED.some(name => {
    const id = element.attributes.get(name)
    return id !== undefined && id !== '' && !isRemoved(id)
  })
  if (isEmbedded) return dropLinks(element, isRemoved)
  const frame = nearestAncestor(element, candidate => PICTURE_FRAME.has(candidate.name))
  if (frame === undefined) return remove(element)
  if (!holdsTextBox(frame)) return remove(withAlternatives(frame))
  // A picture beside a text box, or painted behind its words, goes without the words.
  const picture = nearestAncestor(element, candidate => candidate.name === 'pic:pic' || candidate === frame)
  const fill = nearestAncestor(element, candidate => candidate.name === 'a:blipFill' || candidate === frame)
  if (picture?.name === 'pic:pic') remove(picture)
  else if (fill?.name === 'a:blipFill') replace(fill, [new XmlElement('a:noFill')])
  else remove(element)
}

function dropLinks(element: XmlElement, isRemoved: (id: string) => boolean): void {
  for (const [name, value] of element.attributes) {
    if (isRemoved(value) && usesLink(name)) element.removeAttribute(name)
  }
}

function usesLink(attribute: string): boolean {
  return attribute.startsWith('r:') || attribute === 'o:relid'
}
