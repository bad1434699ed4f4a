import { NativeSelect, Textarea } from '@mantine/core'
import { useRef } from 'react'
import { TextField } from '#web/ui/form/fields.tsx'
import { useTemplateFields } from './queries.ts'

type Written = { subject: string; text: string }

/** A template's subject and text; a field that is chosen goes where the cursor is. */
export function MailTemplateText({
  subject,
  text,
  onChange,
}: Written & { onChange: (written: Partial<Written>) => void }) {
  const area = useRef<HTMLTextAreaElement>(null)
  const { data: groups } = useTemplateFields()
  const insert = (name: string, list: string | undefined) => {
    const { selectionStart, selectionEnd } = area.current ?? {
      selectionStart: text.length,
      selectionEnd: text.length,
    }
    const added = list ? `{{#${list}}}\n- {{${name}}}\n{{/${list}}}` : `{{${name}}}`
    onChange({ text: text.slice(0, selectionStart) + added + text.slice(selectionEnd) })
    requestAnimationFrame(() => {
      area.current?.focus()
      area.current?.setSelectionRange(selectionStart + added.length, selectionStart + added.length)
    })
  }
  return (
    <>
      <TextField label="Subject" value={subject} onChange={next => onChange({ subject: next ?? '' })} />
      <Textarea
        ref={area}
        label="Text"
        rows={12}
        value={text}
        onChange={event => onChange({ text: event.currentTarget.value })}
      />
      <div className="mail-template-form__tools">
        <NativeSelect
          label="Insert a field"
          value=""
          onChange={event => {
            const [name = '', list] = event.currentTarget.value.split(' ')
            if (name) insert(name, list)
          }}
        >
          <option value="">Choose a field</option>
          {groups?.map(group => (
            <optgroup key={group.name} label={group.title}>
              {group.fields
                .filter(field => field.kind !== 'picture')
                .map(field => (
                  <option
                    key={field.name}
                    value={
                      group.isList ? `${field.name.slice(group.name.length + 1)} ${group.name}` : field.name
                    }
                  >
                    {field.label}
                  </option>
                ))}
            </optgroup>
          ))}
        </NativeSelect>
        <p className="mail-template-form__hint">
          Write fields, lists and conditions as in Word templates: {'{{Shipment.HouseBl}}'},{' '}
          {'{{#if Shipment.Eta}} … {{/if}}'}. A line whose fields are all empty is left out.
        </p>
      </div>
    </>
  )
}
