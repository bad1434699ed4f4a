/** What a page's places are filled with: texts, lists, and parts that are shown or not. */
export type Values = { readonly [name: string]: Value }
type Value = string | number | boolean | null | undefined | Values | readonly (string | Values)[]

type Escape = (text: string) => string
type Part =
  | { kind: 'text'; text: string }
  | { kind: 'value'; path: string; escape: Escape }
  | { kind: 'block'; path: string; shownWhenEmpty: boolean; parts: Part[] }

/** A page that can be filled again and again. */
export type Template = readonly Part[]

const escapeHtml: Escape = text => text.replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`)

// Within a string of JSON, and so that no value can end the script element.
const escapeJson: Escape = text => JSON.stringify(text).slice(1, -1).replace(/</g, '\\u003c')

const JSON_BLOCK = '<script type="application/ld+json">'

/**
 * Reads {{path}}, {{#path}}…{{/path}} (once for each of a list, or if there is something) and
 * {{^path}}…{{/path}} (if there is nothing).
 */
export function readTemplate(source: string): Template {
  const root: Part[] = []
  const open: { path: string; parts: Part[] }[] = [{ path: '', parts: root }]
  const parts = () => open.at(-1)?.parts ?? root
  let escape = escapeHtml
  for (const piece of source.split(/(\{\{[#^/]?[\w.]+\}\})/)) {
    const [, sign, path = ''] = /^\{\{([#^/]?)([\w.]+)\}\}$/.exec(piece) ?? []
    if (sign === undefined) {
      if (piece !== '') parts().push({ kind: 'text', text: piece })
      const [begin, end] = [piece.lastIndexOf(JSON_BLOCK), piece.lastIndexOf('</script>')]
      if (begin !== end) escape = begin > end ? escapeJson : escapeHtml
    } else if (sign === '') parts().push({ kind: 'value', path, escape })
    else if (sign === '/') {
      if (open.length === 1 || open.pop()?.path !== path) throw new Error(`{{/${path}}} ends nothing.`)
    } else {
      const block: Part = { kind: 'block', path, shownWhenEmpty: sign === '^', parts: [] }
      parts().push(block)
      open.push({ path, parts: block.parts })
    }
  }
  if (open.length > 1) throw new Error(`{{#${open.at(-1)?.path}}} has no end.`)
  return root
}

function valueAt(values: Values, path: string): Value {
  let value: Value = values
  for (const name of path.split('.')) {
    // A misspelt place is found when the server starts, and not by a customer.
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name))
      throw new Error(`A page names {{${path}}}, which nothing fills.`)
    value = (value as Values)[name]
  }
  return value
}

function itemsOf(value: Value): readonly (string | Values)[] {
  if (Array.isArray(value)) return value
  if (value === null || value === undefined || value === '' || value === false) return []
  return [typeof value === 'object' ? (value as Values) : {}]
}

function textOf(value: Value, path: string): string {
  if (typeof value === 'object' && value !== null) throw new Error(`{{${path}}} is no text.`)
  return String(value ?? '')
}

export function fill(template: Template, values: Values): string {
  return template
    .map(part => {
      if (part.kind === 'text') return part.text
      const value = valueAt(values, part.path)
      if (part.kind === 'value') return part.escape(textOf(value, part.path))
      const items = itemsOf(value)
      if (part.shownWhenEmpty) return items.length === 0 ? fill(part.parts, values) : ''
      return items
        .map(item => fill(part.parts, { ...values, ...(typeof item === 'string' ? { it: item } : item) }))
        .join('')
    })
    .join('')
}
