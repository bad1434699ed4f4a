import type { CatalogueField as ShownField, FieldGroup } from '#contract/template-fields.ts'
import type { FieldValues } from '#server/word/language/known-fields.ts'
import { catalogue } from './catalogue.ts'
import { groupOf, groupOrder, groupTitle, listTitle } from './field-groups.ts'
import { fieldText } from './field-text.ts'

/** The fields that stand alone go under this heading. */
const ALONE = 'Other'

const withinGroup = (name: string, aliases: readonly string[]) => {
  const group = groupOf(name)
  return aliases.filter(alias => groupOf(alias) === group)
}

/** Every field that a template may name, in groups, with its text for these values. */
export function catalogueGroups(values: FieldValues | null): FieldGroup[] {
  const groups = new Map<string, FieldGroup>()
  const add = (group: string, isList: boolean, field: ShownField) => {
    const title = isList ? listTitle(group) : group === '' ? ALONE : groupTitle(group)
    const known = groups.get(group) ?? { name: group, title, isList, fields: [] }
    known.fields.push(field)
    groups.set(group, known)
  }
  for (const { name, label, aliases, kind } of catalogue.fields) {
    const value = values && fieldText(kind, values.fields[name])
    add(groupOf(name), false, {
      name,
      label: ownLabel(label, groupOf(name)),
      aliases: withinGroup(name, aliases),
      kind,
      value,
    })
  }
  for (const [list, fields] of Object.entries(catalogue.lists)) {
    for (const { name, label, aliases, kind } of fields) {
      const value = values && fieldText(kind, values.lists[list]?.[0]?.[name])
      const full = (own: string) => `${list}.${own}`
      add(list, true, { name: full(name), label, aliases: aliases.map(full), kind, value })
    }
  }
  return [...groups.values()].toSorted((one, other) => groupOrder(one.name) - groupOrder(other.name) || 0)
}

/** "Name" of "Shipper: Name", where "Shipper" stands above it. */
function ownLabel(label: string, group: string): string {
  const start = `${groupTitle(group)}: `
  const own = label.startsWith(start) ? label.slice(start.length) : label
  return own.charAt(0).toUpperCase() + own.slice(1)
}
