/** A file of the web: its path from the root of the repository, and its text. */
export type WebFile = { path: string; text: string }

const withoutComments = (css: string) => css.replace(/\/\*[\s\S]*?\*\//g, '')

/** The selectors of a style sheet, one each, without those of `@media` and the like. */
function selectorsOf(css: string): string[] {
  const heads = withoutComments(css).match(/[^{}]+(?=\{)/g) ?? []
  return heads
    .map(head => head.split(';').at(-1)?.trim() ?? '')
    .filter(head => head !== '' && !head.startsWith('@'))
    .flatMap(head => head.split(','))
}

const classesIn = (selector: string) =>
  [...selector.matchAll(/\.(-?[A-Za-z_][\w-]*)/g)].map(([, name = '']) => name)

/** Classes of the kit and of the reader of Word files: made there, and only placed here. */
const isForeign = (name: string) => /^(mantine|docx)-/.test(name)

/** The classes whose own look a selector describes: those of its last part. */
const subjectsOf = (selector: string) =>
  classesIn(
    selector
      .trim()
      .split(/[\s>+~]+(?![^(]*\))/)
      .at(-1) ?? '',
  )

/** Each class that a style sheet mentions, by the files in which it is the subject of a rule. */
export function definitionsOf(sheets: readonly WebFile[]): Map<string, Set<string>> {
  const definitions = new Map<string, Set<string>>()
  for (const { path, text } of sheets)
    for (const name of selectorsOf(text).flatMap(subjectsOf))
      if (!isForeign(name)) definitions.set(name, (definitions.get(name) ?? new Set()).add(path))
  return definitions
}

const STRING = /'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g

/** What the strings of a source file say, a template's code left out: "banner banner--\u0000". */
const stringsOf = (code: string) =>
  [...code.matchAll(STRING)].map(([, single, double, template]) =>
    (single ?? double ?? template ?? '').replace(/\$\{[^}]*\}/g, '\u0000'),
  )

const tokensOf = (text: string) => text.split(/\s+/).filter(Boolean)

/** The code of each attribute that names classes. */
function classAttributesOf(code: string): string[] {
  return [...code.matchAll(/\b(?:[a-z]\w*C|c)lassNames?=(?=["{])/g)].map(({ index, 0: name }) => {
    const start = index + name.length
    if (code[start] === '"') return code.slice(start, code.indexOf('"', start + 1) + 1)
    let depth = 0
    for (let at = start; at < code.length; at += 1) {
      if (code[at] === '{') depth += 1
      if (code[at] === '}') depth -= 1
      if (depth === 0) return code.slice(start, at + 1)
    }
    return ''
  })
}

/** The classes that a source file gives to its elements; "banner--\u0000" where a part is computed. */
const classesGivenIn = (code: string) =>
  classAttributesOf(code)
    // What is compared is no class.
    .map(attribute => attribute.replace(/[!=]==?\s*('[^']*'|"[^"]*")/g, ''))
    .flatMap(stringsOf)
    .flatMap(tokensOf)

const escaped = (text: string) => text.replace(/[^\w-]/g, String.raw`\$&`)

const matches = (token: string, name: string) =>
  token.includes('\u0000')
    ? new RegExp(`^${token.split('\u0000').map(escaped).join('[\\w-]*')}$`).test(name)
    : token === name

export function definedTwice(sheets: readonly WebFile[]): string[] {
  return [...definitionsOf(sheets)]
    .filter(([, paths]) => paths.size > 1)
    .map(([name, paths]) => `.${name}: ${[...paths].join(', ')}`)
}

export function usedNotDefined(sheets: readonly WebFile[], sources: readonly WebFile[]): string[] {
  const defined = [
    ...definitionsOf(sheets).keys(),
    ...sheets.flatMap(({ text }) => selectorsOf(text).flatMap(classesIn)),
  ]
  return sources.flatMap(({ path, text }) =>
    [...new Set(classesGivenIn(text))]
      .filter(token => token !== '\u0000' && !isForeign(token) && !defined.some(name => matches(token, name)))
      .map(token => `${path}: ${token.replaceAll('\u0000', '…')}`),
  )
}

export function definedNotUsed(sheets: readonly WebFile[], sources: readonly WebFile[]): string[] {
  const used = new Set(sources.flatMap(({ text }) => stringsOf(text)).flatMap(tokensOf))
  const exact = (name: string) => used.has(name)
  const computed = [...used].filter(token => /[\w-]\u0000/.test(token))
  return [...definitionsOf(sheets)]
    .filter(([name]) => !exact(name) && !computed.some(token => matches(token, name)))
    .map(([name, paths]) => `.${name}: ${[...paths].join(', ')}`)
}

/** The two widths at which the application changes; a media query cannot name a variable. */
export const BREAKPOINTS = ['640px', '800px']

type Declaration = { path: string; property: string; value: string }

const declarationsOf = ({ path, text }: WebFile): Declaration[] =>
  [...withoutComments(text).matchAll(/(?<=[{;]\s*)([a-z\d-]+):\s*([^;{}]+)(?=;)/g)].map(
    ([, property = '', value = '']) => ({ path, property, value }),
  )

/** Of a declaration what it should have taken from the tokens; undefined for one that is well. */
function breach({ property, value }: Declaration, spaces: ReadonlyMap<string, string>): string | undefined {
  if (/#[\da-f]{3,8}\b|\b(rgb|hsl)a?\(/i.test(value)) return 'a colour of its own'
  if (property === 'z-index' && !/^var\(--layer-[\w-]+\)$/.test(value)) return 'a layer of its own'
  if (property === 'box-shadow' && !/^(none|inset .*|var\(--shadow-[\w-]+\))$/.test(value))
    return 'a shadow of its own'
  if (!/^(padding|margin|(row-|column-)?gap|inset|top|right|bottom|left)(-|$)/.test(property))
    return undefined
  const [, raw] =
    value
      .match(/(?<![-\w.])(\d+px)\b/g)
      ?.map(size => [size, spaces.get(size)])
      .find(([, token]) => token) ?? []
  return raw === undefined ? undefined : `var(${raw}) is this space`
}

/** What stands in the style sheets and belongs into the tokens. */
export function rawValues(sheets: readonly WebFile[], tokens: WebFile): string[] {
  const spaces = new Map(
    declarationsOf(tokens).flatMap(({ property, value }) =>
      property.startsWith('--space-') ? [[value, property]] : [],
    ),
  )
  const declared = sheets
    .filter(({ path }) => path !== tokens.path)
    .flatMap(declarationsOf)
    .flatMap(one => {
      const fault = breach(one, spaces)
      return fault === undefined ? [] : [`${one.path}: ${one.property}: ${one.value} (${fault})`]
    })
  const widths = sheets.flatMap(({ path, text }) =>
    [...text.matchAll(/@media[^{]*?width:\s*(\d+px)/g)].flatMap(([, width = '']) =>
      BREAKPOINTS.includes(width) ? [] : [`${path}: ${width} is no breakpoint`],
    ),
  )
  return [...declared, ...widths]
}
