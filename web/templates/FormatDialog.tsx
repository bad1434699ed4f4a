import { Button, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { FieldFormats } from '#contract/template-fields.ts'
import type { FieldChoice } from '#contract/template-pages.ts'
import { CancelButton, Dialog } from '#web/ui/dialog/Dialog.tsx'
import { Loaded } from '#web/ui/page/Loaded.tsx'
import './format-dialog.css'
import { writtenAs } from './page/written-as.ts'
import { fieldFormatsQuery } from './queries.ts'

type Props = {
  choice: FieldChoice
  /** Of the template. */
  language: string
  jobId: string | undefined
  onChosen: (choice: FieldChoice) => void
  onClose: () => void
}

/** Chooses how a field is printed, by what each format prints for the job. */
export function FormatDialog({ choice, language, jobId, onChosen, onClose }: Props) {
  const query = useQuery(fieldFormatsQuery(choice.placeholder, language, jobId))
  const [chosen, setChosen] = useState<string>()
  const [instead, setInstead] = useState<string>()
  const current = query.data?.formats.find(({ isCurrent }) => isCurrent)?.placeholder
  const placeholder = chosen ?? current
  const use = () => {
    if (!query.data || placeholder === undefined) return
    onChosen({ ...choice, placeholder: withInstead(placeholder, instead ?? query.data.instead) })
  }
  return (
    <Dialog
      title={`How is ${choice.label || choice.name} printed?`}
      size="sm"
      onClose={onClose}
      onSubmit={use}
      isUnsaved={false}
      footer={
        <>
          <CancelButton />
          <Button type="submit" disabled={placeholder === undefined}>
            Use this format
          </Button>
        </>
      }
    >
      <Loaded query={query} failed="The formats could not be loaded." fields={6}>
        {data => (
          <>
            <Formats {...data} language={language} chosen={placeholder} onChosen={setChosen} />
            <TextInput
              label="Text where the field is empty"
              placeholder="Nothing"
              maxLength={200}
              value={instead ?? data.instead}
              onChange={event => setInstead(event.currentTarget.value)}
            />
            <details className="format-dialog__written">
              <summary>As it is written in Word</summary>
              <code>{placeholder && withInstead(placeholder, instead ?? data.instead)}</code>
            </details>
          </>
        )}
      </Loaded>
    </Dialog>
  )
}

type FormatsProps = Pick<FieldFormats, 'formats' | 'isSample'> & {
  language: string
  chosen: string | undefined
  onChosen: (placeholder: string) => void
}

function Formats({ formats, isSample, language, chosen, onChosen }: FormatsProps) {
  const root = useRef<HTMLFieldSetElement>(null)
  // They come when the dialog already has the focus.
  useEffect(() => root.current?.querySelector<HTMLInputElement>('input:checked')?.focus(), [])
  return (
    <fieldset className="format-dialog" ref={root}>
      <legend className="format-dialog__legend">
        {isSample ? 'Prints, for example' : 'Prints for this job'}
      </legend>
      {formats.map(({ placeholder, example, isOffered }) => (
        <label key={placeholder} className="format-dialog__one">
          <input
            type="radio"
            name="format"
            checked={placeholder === chosen}
            onChange={() => onChosen(placeholder)}
          />
          <span className="format-dialog__example">{example || 'Nothing'}</span>
          <span className="format-dialog__hint">
            {isOffered ? hintOf(placeholder, language) : 'As in the template'}
          </span>
        </label>
      ))}
    </fieldset>
  )
}

/** What an example alone does not tell: of a date or a figure it tells everything. */
const hintOf = (placeholder: string, language: string) => {
  const said = writtenAs(placeholder, language)
  return said === '' ? 'As usual' : said.startsWith('Like ') ? '' : said
}

/** What cannot stand in the quotes of a format is left out. */
function withInstead(placeholder: string, instead: string): string {
  const text = instead.replaceAll(/["“”„‟«»{}]/g, '').trim()
  return text === '' ? placeholder : `${placeholder.slice(0, -2)} | default:"${text}"}}`
}
