import { readFieldCode } from '#server/word/fields/field-code.ts'
import { type Field, type FieldScan, readFields } from '#server/word/fields/field-scan.ts'
import { isKnownText, readFormField } from '#server/word/fields/form-fields.ts'
import { mergeFieldName, readMergeField } from '#server/word/fields/merge-field-code.ts'
import type { Instruction, XmlElement } from '#server/word/file/tree.ts'
import type { FieldIndex, KnownList } from '#server/word/language/known-fields.ts'
import { controlsOf, openedLists } from './native-controls.ts'
import { codeText, isPlainCode, namesFields } from './native-codes.ts'
import type { OpenDocument } from './open-document.ts'
import { ElementSpots, inOrder, type NativePlace } from './native-place.ts'
import { nameOf, placeholderFor } from './placeholder-text.ts'

/** All of them in reading order; none is within another, but for what repeats. */
export function nativePlaces(document: OpenDocument, index: FieldIndex): NativePlace[] {
  const spots = new ElementSpots(document)
  const places: NativePlace[] = []
  for (const { story, label } of document.stories) {
    const scan = readFields(story, label)
    const around: Around = { index, spots, open: [], byText: openedLists(story, index) }
    for (const field of scan.fields) places.push(...fieldPlaces(field, scan, around))
    places.push(...controlsOf(story, index, spots))
  }
  const rising = places.toSorted(
    (one, other) => inOrder(one.from, other.from) || inOrder(other.to, one.to) || rank(one) - rank(other),
  )
  const outermost: NativePlace[] = []
  let last: NativePlace | undefined
  for (const place of rising) {
    if (last && inOrder(place.from, last.to) < 0) continue
    outermost.push(place)
    if (inOrder(place.from, place.to) < 0 && !place.isUnknown) last = place
  }
  return outermost
}

// Of a control around one field the control is what is filled.
const rank = ({ writing }: NativePlace) => (writing === 'contentControl' ? 0 : 1)

type Around = {
  index: FieldIndex
  spots: ElementSpots
  /** The lists that merge fields have begun and not ended. */
  open: KnownList[]
  /** Those that text placeholders begin anywhere in the story. */
  byText: readonly KnownList[]
}

function fieldPlaces(field: Field, scan: FieldScan, around: Around): NativePlace[] {
  const { index, spots } = around
  const code = readFieldCode(field, scan)
  const place = spots.ofField(field, scan)
  const within = () => field.inResult.flatMap(inner => fieldPlaces(inner, scan, around))
  if (place === undefined) return within()
  const written = () => codeText(field, scan)
  const text = spots.textOf(place) || written()
  const rule = (): NativePlace[] => [
    {
      ...{ ...place, writing: 'wordField', name: '', list: null, holder: undefined },
      ...{ text: written(), placeholder: written(), sources: ['{ IF … }', ...namesWithin(field, scan)] },
      inCode: mergeFieldsIn(field, scan),
    },
  ]
  const holder = { field, scan }
  const shared = { ...place, text, list: null, holder } as const
  if (code.name === 'MERGEFIELD') {
    const read = readMergeField(code)
    follow(read, around)
    const isWhole = field.simple !== undefined || isEnd(scan.entries[field.end]?.node)
    const sources = [`«${mergeFieldName(code)}»`]
    const isKept = !isWhole || !isPlainCode(field, scan)
    if (isKept || typeof read === 'string' || read.type !== 'value') {
      const mark = typeof read === 'string' ? '' : listMark(read)
      const stays = rule().map(one => ({ ...one, writing: 'mergeField', text, sources }) as const)
      return isKept || mark === '' ? stays : stays.map(one => ({ ...one, holder, placeholder: mark }))
    }
    // Which entry of a list a short name means there, the text decides.
    const isOfText = around.byText.some(list => index.listField(list, read.name)) && !/[._]/.test(read.name)
    const known = isOfText ? read.name : nameOf(read, index, around.open)
    const named = known ?? mergeFieldName(code).replace(/\s*\|.*$/s, '')
    const list = around.open.at(-1)?.name ?? null
    return [
      {
        ...shared,
        list,
        sources,
        writing: 'mergeField',
        name: named,
        placeholder: placeholderFor(read, named),
      },
    ]
  }
  if (code.name.startsWith('FORM')) {
    const form = readFormField(scan.entries[field.start]?.node)
    const value = form?.instruction.type === 'checkbox' ? form.instruction.value : form?.instruction
    if (!form || value?.type !== 'value' || !isKnownText(form.name, index)) return within()
    const named = nameOf(value, index, []) ?? form.name
    return [
      {
        ...shared,
        sources: [form.name],
        writing: 'formField',
        name: named,
        placeholder: placeholderFor(value, named),
      },
    ]
  }
  return namesFields(code.name, field, scan) ? rule() : within()
}

function follow(read: Instruction | string, { index, open }: Around): void {
  if (typeof read === 'string') return
  const list = read.type === 'open' ? index.list(read.list) : undefined
  if (list) open.push(list)
  if (read.type === 'close') open.pop()
}

/** “{{#Items}}” of a merge field that begins a list; '' for another. */
function listMark(read: Instruction): string {
  if (read.type === 'open') return `{{#${read.list}}}`
  return read.type === 'close' && read.name !== '' ? `{{/${read.name}}}` : ''
}

/** The merge fields in a field's code and in the code of fields in it, where each is one line of text. */
function mergeFieldsIn(field: Field, scan: FieldScan): NonNullable<NativePlace['inCode']> {
  return field.inCode.flatMap(inner => {
    const code = readFieldCode(inner, scan)
    if (code.name !== 'MERGEFIELD') return mergeFieldsIn(inner, scan)
    return isPlainCode(inner, scan) ? [{ field: inner, scan, name: mergeFieldName(code) }] : []
  })
}

/** What the report calls the fields within a field's code. */
function namesWithin(field: Field, scan: FieldScan): string[] {
  return [...field.inCode, ...field.inResult].flatMap(inner => {
    const name = mergeFieldName(readFieldCode(inner, scan))
    return [`«${name}»`, `{ = … «${name}» … }`, ...namesWithin(inner, scan)]
  })
}

const isEnd = (node: XmlElement | undefined) => node?.attributes.get('w:fldCharType') === 'end'
