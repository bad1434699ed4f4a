import { NativeSelect } from '@mantine/core'
import { useMergedRef } from '@mantine/hooks'
import { useRef } from 'react'
import type { Control } from 'react-hook-form'
import { TextAreaField } from '#web/ui/form/fields.tsx'
import { FormText, useBound } from '#web/ui/form/form-fields.tsx'
import { labels, type MailTemplateValues } from './form.ts'
import { useTemplateFields } from './queries.ts'

/** A template's subject and text; a field that is chosen goes where the cursor is. */
export function MailTemplateText({ control }: { control: Control<MailTemplateValues> }) {
  const area = useRef<HTMLTextAreaElement>(null)
  const { ref, ...text } = useBound<MailTemplateValues, string | null>(control, 'text')
  const areaRef = useMergedRef(area, ref)
  const { data: groups } = useTemplateFields()
  const insert = (name: string, list: string | undefined) => {
    const written = text.value ?? ''
    const { selectionStart, selectionEnd } = area.current ?? {
      selectionStart: written.length,
      selectionEnd: written.length,
    }
    const added = list ? `{{#${list}}}\n- {{${name}}}\n{{/${list}}}` : `{{${name}}}`
    text.onChange(written.slice(0, selectionStart) + added + written.slice(selectionEnd))
    requestAnimationFrame(() => {
      area.current?.focus()
      area.current?.setSelectionRange(selectionStart + added.length, selectionStart + added.length)
    })
  }
  return (
    <>
      <FormText control={control} name="subject" label={labels.subject} />
      <TextAreaField {...text} ref={areaRef} label={labels.text} rows={12} />
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
