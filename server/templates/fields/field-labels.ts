import { catalogue } from './catalogue.ts'
import { fullLabel } from './field-groups.ts'

const labels = new Map<string, string>([
  ...catalogue.fields.flatMap(({ name, aliases, label }) =>
    [name, ...aliases].map(one => [one, label] as const),
  ),
  ...Object.entries(catalogue.lists).flatMap(([list, fields]) =>
    fields.map(({ name, label }) => [`${list}.${name}`, label] as const),
  ),
])

/** What people call a field of the job or of a list: “Freight Charges: Total”. */
export const labelOfField = (name: string): string => fullLabel(name, labels.get(name) ?? name)
