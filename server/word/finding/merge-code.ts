import type { FieldCode } from '#server/word/fields/field-code.ts'
import type { FormatCall, ValueInstruction } from '#server/word/file/tree.ts'

/** Which formats Word says by a switch: how a value is written, then how its letters are, then what is around it. */
const SWITCHES: Readonly<Record<string, { group: number; sign: string; word?: string }>> = {
  ...{ date: { group: 0, sign: '@' }, number: { group: 0, sign: '#' } },
  ...{ upper: { group: 1, sign: '*', word: 'Upper' }, lower: { group: 1, sign: '*', word: 'Lower' } },
  ...{ caps: { group: 1, sign: '*', word: 'Caps' }, firstcap: { group: 1, sign: '*', word: 'FirstCap' } },
  cardtext: { group: 1, sign: '*', word: 'CardText' },
  dollartext: { group: 1, sign: '*', word: 'DollarText' },
  ordinal: { group: 1, sign: '*', word: 'Ordinal' },
  ...{ before: { group: 2, sign: 'b' }, after: { group: 2, sign: 'f' } },
}
const NEEDS_ARGUMENT = /^(date|number|before|after)$/
const OF_THE_LOOK = /^(merge|char)format$/i

/**
 * The code of a merge field for another value; undefined where Word's switches cannot say all of it, or the field is no
 * merge field.
 */
export function mergeCode(
  former: FieldCode,
  { name, aggregate, formula, formats }: ValueInstruction,
): { code: string; name: string } | undefined {
  if (former.name !== 'MERGEFIELD' || aggregate !== undefined || formula !== undefined) return undefined
  const switches = switchesFor(formats)
  if (switches === undefined) return undefined
  const merged = name.replaceAll('.', '_')
  const kept = former.switches.flatMap(({ sign, argument }) => {
    if (sign === '*') return OF_THE_LOOK.test(argument.trim()) ? `\\* ${argument.trim()}` : []
    return /^[@#bf]$/.test(sign) ? [] : `\\${sign}`
  })
  return { code: ` MERGEFIELD ${[merged, ...switches, ...kept].join(' ')} `, name: merged }
}

function switchesFor(formats: readonly FormatCall[]): string[] | undefined {
  let group = 0
  const switches: string[] = []
  for (const { name, argument } of formats) {
    const known = Object.hasOwn(SWITCHES, name) ? SWITCHES[name] : undefined
    if (known === undefined || known.group < group) return undefined
    if (NEEDS_ARGUMENT.test(name) !== (argument !== undefined)) return undefined
    if (argument?.includes('\n')) return undefined
    group = known.group
    switches.push(`\\${known.sign} ${known.word ?? quoted(argument ?? '')}`)
  }
  return switches
}

const quoted = (text: string) => `"${text.replaceAll(/[\\"]/g, sign => `\\${sign}`)}"`

/** The code of a merge field that begins or ends a list, for another list: “{{#Items}}”, “{{/Items}}”. */
export function listCode(former: FieldCode, text: string): { code: string; name: string } | undefined {
  const [, sign, list] = /^\{\{([#/])(\w+)}}$/.exec(text) ?? []
  if (former.name !== 'MERGEFIELD' || sign === undefined || list === undefined) return undefined
  const name = `Table${sign === '#' ? 'Start' : 'End'}:${list}`
  return { code: ` MERGEFIELD ${name} `, name }
}
