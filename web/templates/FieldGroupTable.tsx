import { IconCopy } from '#web/ui/icons.ts'
import { useId } from 'react'
import type { CatalogueField, FieldGroup } from '#contract/template-fields.ts'
import { notify } from '#web/ui/notice/notify.ts'
import { syntaxes } from './field-syntaxes.ts'

async function copy(text: string) {
  try {
    await navigator.clipboard.writeText(text)
    notify.done(`Copied ${text}`)
  } catch {
    notify.failed(`The browser does not allow copying here. Type it instead: ${text}`)
  }
}

/** One group of the catalogue: each field's label, what it prints, and a button for each way to name it. */
export function FieldGroupTable({ group }: { group: FieldGroup }) {
  const id = useId()
  return (
    <section className="fields__group" aria-labelledby={id}>
      <h2 id={id} className="fields__title">
        {group.title}
      </h2>
      {group.isList && (
        <p className="fields__note">
          In a table row, the row is printed once for each. Elsewhere, put <code>{`{{#${group.name}}}`}</code>{' '}
          before and <code>{`{{/${group.name}}}`}</code> after. The values shown are those of the first.
        </p>
      )}
      <table className="fields__table">
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">Value</th>
            <th scope="col">Copy as</th>
          </tr>
        </thead>
        <tbody>
          {group.fields.map(field => (
            <Row key={field.name} field={field} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Row({ field }: { field: CatalogueField }) {
  return (
    <tr>
      <th scope="row" className="fields__field">
        {field.label}
        <code className="fields__name" title={field.aliases.join(', ') || undefined}>
          {field.name}
        </code>
      </th>
      <td className="fields__value">{field.value}</td>
      <td className="fields__ways">
        {syntaxes.map(({ id, label, hint, write }) => (
          <button
            key={id}
            type="button"
            className="fields__copy"
            aria-label={`Copy ${field.name} as ${label.toLowerCase()}`}
            title={`${write(field.name)}\n${hint}`}
            onClick={() => void copy(write(field.name))}
          >
            <IconCopy size={14} aria-hidden />
            {label}
          </button>
        ))}
      </td>
    </tr>
  )
}
