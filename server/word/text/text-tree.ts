import { findPlaceholders, parseExpression } from '#server/word/language/expression.ts'
import { normaliseName } from '#server/word/language/known-fields.ts'
import type { ReportProblem } from '#server/word/language/placeholder-sink.ts'
import type { Condition, Instruction, Origin, ValueInstruction } from '#server/word/file/tree.ts'
import { WordTemplateError } from '#server/word/file/word-error.ts'

/** A text with placeholders, its repeats and conditions formed. */
export type TextNode =
  | string
  | { type: 'value'; value: ValueInstruction; origin: Origin }
  | { type: 'repeat'; list: string; origin: Origin; children: TextNode[] }
  /** The first branch whose condition holds is printed; one without a condition always holds. */
  | { type: 'choice'; keyword: 'if' | 'unless'; origin: Origin; branches: TextBranch[] }

export type TextBranch = { condition: Condition | undefined; origin: Origin; children: TextNode[] }

const PLACEHOLDER_LIMIT = 1_000
const DEPTH_LIMIT = 40

/** Reads a text's placeholders. What cannot be read or paired is reported and prints nothing. */
export function parseText(text: string, label: string, report: ReportProblem): TextNode[] {
  const root: TextNode[] = []
  const open: OpenBlock[] = []
  const children = () => open.at(-1)?.children ?? root
  let end = 0
  let order = 0
  for (const { start, end: next, inner, isFinished } of findPlaceholders(text)) {
    if (start > end) children().push(text.slice(end, start))
    end = next
    order += 1
    if (order > PLACEHOLDER_LIMIT)
      throw new WordTemplateError(`The text has more than ${PLACEHOLDER_LIMIT} placeholders.`, label)
    const source = text.slice(start, next)
    const origin: Origin = { source, place: placeOf(text, start, label), order }
    const instruction = isFinished ? parseExpression(inner) : 'It never ends with “}}”.'
    if (typeof instruction !== 'string') add(instruction, origin, { open, children, report })
    else {
      const shown = isFinished ? source : source + inner
      const message = `“${shown.trim()}” cannot be read. ${instruction}`
      report(origin, { kind: 'broken', name: inner.trim(), message })
    }
  }
  children().push(text.slice(end))
  for (const { node } of open) {
    const [name, what] = node.type === 'repeat' ? [node.list, 'repeat'] : [node.keyword, 'condition']
    const message = `“${node.origin.source}” is never closed. Write “{{/${name}}}” where the ${what} ends.`
    report(node.origin, { kind: 'broken', name, message })
  }
  return root
}

type OpenBlock = {
  node: Exclude<TextNode, string | { type: 'value' }>
  /** Where what follows goes. */
  children: TextNode[]
}

type Place = { open: OpenBlock[]; children: () => TextNode[]; report: ReportProblem }

function add(instruction: Instruction, origin: Origin, { open, children, report }: Place): void {
  const start = (node: OpenBlock['node'], inside: TextNode[]) => {
    if (open.length >= DEPTH_LIMIT)
      throw new WordTemplateError(
        `Repeats and conditions are inside each other more than ${DEPTH_LIMIT} deep.`,
        origin.place,
      )
    children().push(node)
    open.push({ node, children: inside })
  }
  const block = open.at(-1)
  switch (instruction.type) {
    case 'value':
      children().push({ type: 'value', value: instruction, origin })
      break
    case 'open': {
      const inside: TextNode[] = []
      start({ type: 'repeat', list: instruction.list, origin, children: inside }, inside)
      break
    }
    case 'if': {
      const { condition, keyword } = instruction
      const branch: TextBranch = { condition, origin, children: [] }
      start({ type: 'choice', keyword, origin, branches: [branch] }, branch.children)
      break
    }
    case 'else':
      if (block?.node.type === 'choice') {
        const branch: TextBranch = { condition: instruction.condition, origin, children: [] }
        block.node.branches.push(branch)
        block.children = branch.children
      } else {
        const message = `“${origin.source}” belongs between “{{#if …}}” and “{{/if}}”.`
        report(origin, { kind: 'broken', name: 'else', message })
      }
      break
    case 'close':
      if (block && closes(block.node, instruction.name)) open.pop()
      else {
        const expected = block
          ? `“${block.node.origin.source}” must be closed first.`
          : 'Nothing is open here.'
        const message = `“${origin.source}” closes nothing. ${expected}`
        report(origin, { kind: 'broken', name: instruction.name, message })
      }
      break
    case 'picture':
    case 'checkbox':
      report(origin, {
        kind: 'broken',
        name: instruction.value.name,
        message: `“${origin.source}” is a picture or a box to tick, which a text cannot hold.`,
      })
  }
}

function closes(node: OpenBlock['node'], name: string): boolean {
  const opened = node.type === 'repeat' ? node.list : node.keyword
  return name === '' || normaliseName(opened) === normaliseName(name)
}

/** “Text, line 3”; a text of one line needs no number. */
function placeOf(text: string, at: number, label: string): string {
  if (!text.includes('\n')) return label
  return `${label}, line ${text.slice(0, at).split('\n').length}`
}
