import { elementsOf, type Story } from '#server/word/file/stories.ts'
import { remove, textOf } from '#server/word/file/tree.ts'
import { FETCHING, isUnfinished, nameIn } from './field-names.ts'

// What a field would tell of the server that prints it or of who runs it, or send to its printer.
const TELLING = ['FILENAME', 'TEMPLATE', 'USERNAME', 'USERADDRESS', 'USERINITIALS', 'PRINT']
// In the text of a document a field that fetches or starts something is refused; elsewhere it is emptied.
const NAMES = { telling: TELLING, fetching: FETCHING, all: [...TELLING, ...FETCHING] }

interface OpenField {
  start: number
  code: string
  isInCode: boolean
  /** Another field or a placeholder stands where the name may go on. */
  goesOn: boolean
}

const PRINTED =
  /^w:(fldChar|instrText|delInstrText|t|delText|tab|br|cr|sym|noBreakHyphen|drawing|pict|object|fldSimple)$/
const CODE = /^w:(instrText|delInstrText|t|delText)$/

/** Empties the fields of a story that tell of the server, or any that fetch something: `names` says which. */
export function clearFields(story: Story, names: keyof typeof NAMES, removed: (what: string) => void): void {
  const elements = elementsOf(story)
  const isUnwanted = (field: Pick<OpenField, 'code' | 'goesOn'>) => unwantedName(field, NAMES[names])
  const open: OpenField[] = []
  const unwanted: { start: number; end: number }[] = []
  const clear = ({ start }: OpenField, end: number, name: string) => {
    removed(`field ${name}`)
    unwanted.push({ start, end })
  }
  for (const [index, element] of elements.entries()) {
    const field = open.at(-1)
    if (element.name === 'w:fldSimple') {
      const name = isUnwanted({ code: element.attributes.get('w:instr') ?? '', goesOn: false })
      if (field?.isInCode === true) field.goesOn ||= isUnfinished(field.code)
      if (name === undefined) continue
      removed(`field ${name}`)
      remove(element)
    } else if (element.name === 'w:fldChar') {
      const type = element.attributes.get('w:fldCharType')
      if (type === 'begin') {
        if (field?.isInCode === true) field.goesOn ||= isUnfinished(field.code)
        open.push({ start: index, code: '', isInCode: true, goesOn: false })
      } else if (type === 'separate' && field !== undefined) field.isInCode = false
      else if (type === 'end' && field !== undefined) {
        open.pop()
        const name = isUnwanted(field)
        if (name !== undefined) clear(field, index, name)
      }
    } else if (field?.isInCode === true && CODE.test(element.name)) field.code += textOf(element)
  }
  for (const field of open) {
    const name = isUnwanted(field)
    if (name !== undefined) clear(field, elements.length - 1, name)
  }
  // Fields stand in each other, and each element goes but once.
  let next = 0
  for (const { start, end } of unwanted.toSorted((one, other) => one.start - other.start)) {
    for (next = Math.max(next, start); next <= end; next += 1) {
      const element = elements[next]
      if (element !== undefined && PRINTED.test(element.name)) remove(element)
    }
  }
}

function unwantedName({ code, goesOn }: Pick<OpenField, 'code' | 'goesOn'>, names: readonly string[]) {
  const word = nameIn(code).toUpperCase()
  const name = word.split(/[\\/]/)[0] ?? ''
  if (names.includes(name)) return name
  // A name that a value completes could become any that it begins.
  const [beginning = '', ...rest] = name.split('{')
  const isCompleted = goesOn || rest.length > 0
  const may = isCompleted && beginning !== '' && names.find(full => full.startsWith(beginning))
  return may || undefined
}

/** Whether a part may hold fields at all, as bytes: read before anything is parsed. */
export function mayHoldFields(content: Buffer): boolean {
  return /fldChar|fldSimple/.test(content.toString('latin1').replaceAll('\0', ''))
}
