import { removeMarker } from '#server/word/file/remove-markers.ts'
import { normaliseName } from '#server/word/language/known-fields.ts'
import {
  append,
  Conditional,
  type Condition,
  type Enclosure,
  isBlockMark,
  isElement,
  isEnclosure,
  Marker,
  Repeat,
  type TreeNode,
  type TreeParent,
} from '#server/word/file/tree.ts'
import { elementsOf, type Story } from '#server/word/file/stories.ts'
import type { ReportProblem } from '#server/word/language/placeholder-sink.ts'
import {
  cutAt,
  encloseRange,
  holdsWholeFields,
  printsAfter,
  printsBefore,
  rangesBetween,
} from './neighbouring-text.ts'
import { WordTemplateError } from '#server/word/file/word-error.ts'

const DEPTH_LIMIT = 40
const TOO_DEEP = `Repeats and conditions are inside each other more than ${DEPTH_LIMIT} deep.`
const BRANCH_LIMIT = 50
const TOO_MANY_BRANCHES = `The condition has more than ${BRANCH_LIMIT} branches.`

export interface Reports {
  problem: ReportProblem
  /** Called with what does not prevent filling. */
  warn: ReportProblem
}

/**
 * Pairs the opening and closing markers of a story and puts what lies between each pair into an enclosure:
 * the runs between when both are in one paragraph, whole rows when they are in the same table, else whole
 * paragraphs and tables. What stands beside the markers stays outside. Every such marker is gone afterwards.
 */
export function pairMarkers(story: Story, reports: Reports): void {
  const report = reports.problem
  const open: Block[] = []
  for (const marker of blockMarkers(story)) {
    const { instruction, origin } = marker
    if (instruction.type === 'open' || instruction.type === 'if') {
      if (open.length >= DEPTH_LIMIT) throw new WordTemplateError(TOO_DEEP, origin.place)
      open.push({ opening: marker, elses: [] })
    }
    const block = open.at(-1)
    if (instruction.type === 'else') {
      if (block?.opening.instruction.type === 'if') {
        if (block.elses.length >= BRANCH_LIMIT) throw new WordTemplateError(TOO_MANY_BRANCHES, origin.place)
        block.elses.push(marker)
      } else {
        const message = `“${origin.source}” belongs between “{{#if …}}” and “{{/if}}”.`
        report(origin, { kind: 'broken', name: 'else', message })
        removeMarker(marker)
      }
    }
    if (instruction.type !== 'close') continue
    if (block === undefined || !belongTogether(block.opening, instruction.name)) {
      const expected =
        block === undefined
          ? 'Nothing is open here.'
          : `“${block.opening.origin.source}” must be closed first.`
      report(origin, {
        kind: 'broken',
        name: instruction.name,
        message: `“${origin.source}” closes nothing. ${expected}`,
      })
      removeMarker(marker)
      continue
    }
    open.pop()
    enclose(block, marker, reports)
  }
  for (const { opening, elses } of open) {
    const name = nameOf(opening)
    const what = opening.instruction.type === 'if' ? 'condition' : 'repeat'
    report(opening.origin, {
      kind: 'broken',
      name,
      message: `“${opening.origin.source}” is never closed. Write “${closingOf(opening)}” where the ${what} ends.`,
    })
    for (const marker of [opening, ...elses]) removeMarker(marker)
  }
}

interface Block {
  opening: Marker
  elses: Marker[]
}

function blockMarkers(story: Story): Marker[] {
  const runs = elementsOf(story).filter(element => element.name === 'w:r')
  return runs
    .flatMap(run => run.children)
    .filter((child): child is Marker => child instanceof Marker && isBlockMark(child))
}

/** What the closing marker has to name. */
function nameOf({ instruction }: Marker): string {
  if (instruction.type === 'open') return instruction.list
  return instruction.type === 'if' ? instruction.keyword : ''
}

/** As a person writes it, in the way that the opening is written. */
function closingOf(opening: Marker): string {
  const isField = opening.origin.source.startsWith('«')
  return isField && opening.instruction.type === 'open'
    ? `«TableEnd:${opening.instruction.list}»`
    : `{{/${nameOf(opening)}}}`
}

function belongTogether(opening: Marker, closes: string): boolean {
  return closes === '' || normaliseName(nameOf(opening)) === normaliseName(closes)
}

const GOES_UP_FROM = /^(w:(tr|sdt|drawing|pict|object|ruby)|mc:.+|wp:.+)$/

function enclose(block: Block, closing: Marker, reports: Reports): void {
  const { opening, elses } = block
  const common = commonParent(opening, closing)
  let container = common
  let first = stepBelow(container, opening)
  let last = stepBelow(container, closing)
  while (mustGoUp(container) && container.parent !== null) {
    first = container
    last = container
    container = container.parent
  }
  const hasTextBeside = printsBefore(opening, first) || printsAfter(closing, last)
  if (opening.instruction.type === 'open') {
    if (hasTextBeside) {
      first = cutOrWarn(opening, first, 'before', reports)
      last = cutOrWarn(closing, last, 'after', reports)
    }
  } else if (hasTextBeside || elses.some(marker => cutsInTwo(marker, container))) {
    if (holdsWholeFields(opening, closing, common)) return encloseParts(block, closing, common)
    warnBeside(opening, reports)
  }
  const enclosures = enclosuresFor(opening, elses)
  const from = container.children.indexOf(first)
  const count = container.children.indexOf(last) - from + 1
  const content = container.children.splice(from, count, ...enclosures)
  for (const enclosure of enclosures) enclosure.parent = container
  const starts = elses.map(marker => {
    const step = stepBelow(container, marker)
    return content.indexOf(step) + (printsBefore(marker, step) ? 1 : 0)
  })
  for (const [index, child] of content.entries()) {
    const part = starts.filter(start => start <= index).length
    append(enclosures[part] ?? container, child)
  }
  for (const marker of [opening, ...elses, closing]) removeMarker(marker)
}

function cutsInTwo(marker: Marker, container: TreeParent): boolean {
  const step = stepBelow(container, marker)
  return printsBefore(marker, step) && printsAfter(marker, step)
}

/** Encloses what lies between the marks of a condition and leaves what stands beside them where it is. */
function encloseParts({ opening, elses }: Block, closing: Marker, container: TreeParent): void {
  const marks = [opening, ...elses, closing]
  const stretches = enclosuresFor(opening, elses).flatMap((branch, index) => {
    const [from, to] = [marks[index], marks[index + 1]]
    if (!(branch instanceof Conditional) || from === undefined || to === undefined) return []
    return rangesBetween(from, to, container).map(stretch => ({ stretch, branch }))
  })
  for (const { stretch, branch } of stretches) {
    encloseRange(stretch, new Conditional(branch.condition, branch.origin))
  }
  for (const marker of marks) removeMarker(marker)
}

/** What repeats may be a whole row; a paragraph is cut, so that what stands beside the mark is printed once. */
function cutOrWarn(
  marker: Marker,
  holder: Exclude<TreeNode, string>,
  side: 'before' | 'after',
  reports: Reports,
): Exclude<TreeNode, string> {
  const isBeside = side === 'before' ? printsBefore(marker, holder) : printsAfter(marker, holder)
  if (!isBeside) return holder
  const kept = cutAt(marker, holder, side)
  if (kept === undefined) warnBeside(marker, reports)
  return kept ?? holder
}

function warnBeside(marker: Marker, { warn }: Reports): void {
  const { source } = marker.origin
  const where = marker.instruction.type === 'close' ? 'after' : 'before'
  const what = marker.instruction.type === 'if' ? 'depends on the condition' : 'is printed with every repeat'
  const message = `What is ${where} “${source}” in the same table row or field ${what}. Move it to another row if it should be printed once.`
  warn(marker.origin, { kind: 'broken', name: nameOf(marker), message })
}

/** One for each branch; they stand beside each other, and at most one of them holds. */
function enclosuresFor({ instruction, origin }: Marker, elses: readonly Marker[]): Enclosure[] {
  if (instruction.type !== 'if')
    return [new Repeat(instruction.type === 'open' ? instruction.list : '', origin)]
  const branches = [new Conditional(instruction.condition, origin)]
  const earlier: Condition[] = [{ type: 'not', condition: instruction.condition }]
  for (const marker of elses) {
    const own = marker.instruction.type === 'else' ? marker.instruction.condition : undefined
    const conditions = own === undefined ? [...earlier] : [...earlier, own]
    branches.push(new Conditional({ type: 'all', conditions }, own === undefined ? origin : marker.origin))
    if (own !== undefined) earlier.push({ type: 'not', condition: own })
  }
  return branches
}

/** Within a row the whole row repeats; a content control or a drawing is never cut open. */
function mustGoUp(container: TreeParent): boolean {
  if (isEnclosure(container) || GOES_UP_FROM.test(container.name)) return true
  return container.name === 'w:sdtContent' && container.children.some(child => isElement(child, 'w:tc'))
}

function commonParent(left: Marker, right: Marker): TreeParent {
  const ancestors = new Set<TreeParent>()
  for (let node = left.parent; node !== null; node = node.parent) ancestors.add(node)
  for (let node = right.parent; node !== null; node = node.parent) if (ancestors.has(node)) return node
  throw new Error('two markers of one story have no common parent')
}

function stepBelow(container: TreeParent, marker: Marker): Exclude<TreeNode, string> {
  let node: Exclude<TreeNode, string> = marker
  while (node.parent !== null && node.parent !== container) node = node.parent
  return node
}
