import { ChoiceSelect } from '#web/ui/form/ChoiceSelect.tsx'
import { withoutExtension } from '#contract/file-names.ts'
import { documentFormats, formatLabels } from '#contract/generation.ts'
import type { Job } from '#contract/jobs.ts'
import { USUAL_COPY } from '#contract/original-or-copy.ts'
import { sizeText } from '#web/lib/format.ts'
import { OriginalOrCopyPicker } from '#web/templates/OriginalOrCopyPicker.tsx'
import { useTemplates } from '#web/templates/queries.ts'
import type { ComposedMail } from './compose.ts'
import { useGenerationCheck } from './queries.ts'

type Props = {
  job: Job
  written: ComposedMail
  /** Why no PDF can be made here. */
  noPdf: string | undefined
  /** The most bytes that all attachments may have together. */
  limit: number | undefined
  onChange: (next: Partial<ComposedMail>) => void
}

const toggled = (list: readonly string[], id: string, isChosen: boolean) =>
  isChosen ? [...list, id] : list.filter(one => one !== id)

/** Documents of the job, and documents that are made from templates when the mail is sent. */
export function AttachmentsField({ job, written, noPdf, limit, onChange }: Props) {
  const { data: templates } = useTemplates()
  const { documentIds, fromHouses, madeFrom, forwarded, originalsAndCopies = {} } = written
  const checked = useGenerationCheck(job.id, madeFrom)
  const asking = (checked?.templates ?? []).filter(one => one.asksOriginalOrCopy && madeFrom.includes(one.id))
  const chosen = job.documents.filter(({ id }) => documentIds.includes(id))
  const size = [...chosen, ...fromHouses, ...forwarded].reduce((sum, one) => sum + one.size, 0)
  const isTooLarge = limit !== undefined && size > limit
  return (
    <div className="compose__attachments">
      {forwarded.length > 0 && (
        <Choices
          label="Attachments of the forwarded e-mail"
          options={forwarded.map(({ id, name, size: bytes }) => ({ id, name, detail: sizeText(bytes) }))}
          chosen={forwarded.map(({ id }) => id)}
          onChange={id => onChange({ forwarded: forwarded.filter(one => one.id !== id) })}
        />
      )}
      {fromHouses.length > 0 && (
        <Choices
          label="Documents of the houses"
          options={fromHouses.map(({ id, name, size: bytes }) => ({ id, name, detail: sizeText(bytes) }))}
          chosen={fromHouses.map(({ id }) => id)}
          onChange={id => onChange({ fromHouses: fromHouses.filter(one => one.id !== id) })}
        />
      )}
      {job.documents.length > 0 && (
        <Choices
          label="Attach documents of the job"
          options={job.documents.map(({ id, name, size: bytes }) => ({ id, name, detail: sizeText(bytes) }))}
          chosen={documentIds}
          onChange={(id, isChosen) => onChange({ documentIds: toggled(documentIds, id, isChosen) })}
        />
      )}
      {templates && templates.length > 0 && (
        <Choices
          label="Make and attach"
          options={templates.map(({ id, name }) => ({ id, name: name.replace(/\.dotx$/i, ''), detail: '' }))}
          chosen={madeFrom}
          onChange={(id, isChosen) => onChange({ madeFrom: toggled(madeFrom, id, isChosen) })}
        />
      )}
      {madeFrom.length > 0 && (
        <ChoiceSelect
          className="compose__format"
          label="Made as"
          value={written.format}
          choices={documentFormats.map(value => ({
            value,
            label: formatLabels[value],
            disabled: value === 'pdf' && Boolean(noPdf),
          }))}
          {...(noPdf && { description: noPdf })}
          onChange={format => onChange({ format })}
        />
      )}
      {asking.map(({ id, name }) => (
        <div key={id} className="compose__format">
          <OriginalOrCopyPicker
            paper={withoutExtension(name)}
            value={originalsAndCopies[id] ?? USUAL_COPY}
            onChange={chosen => onChange({ originalsAndCopies: { ...originalsAndCopies, [id]: chosen } })}
          />
        </div>
      ))}
      {size > 0 && (
        <p className={isTooLarge ? 'compose__size compose__size--large' : 'compose__size'} role="status">
          {sizeText(size)}
          {limit !== undefined && ` of at most ${sizeText(limit)}`}
          {isTooLarge && ': leave some out, or send them in several e-mails.'}
        </p>
      )}
    </div>
  )
}

type ChoicesProps = {
  label: string
  options: readonly { id: string; name: string; detail: string }[]
  chosen: readonly string[]
  onChange: (id: string, isChosen: boolean) => void
}

const Choices = ({ label, options, chosen, onChange }: ChoicesProps) => (
  <fieldset className="compose__choices">
    <legend>{label}</legend>
    <div className="compose__list">
      {options.map(({ id, name, detail }) => (
        <label key={id} className="compose__choice">
          <input
            type="checkbox"
            checked={chosen.includes(id)}
            onChange={event => onChange(id, event.currentTarget.checked)}
          />
          <span className="compose__name">{name}</span>
          <span className="compose__detail">{detail}</span>
        </label>
      ))}
    </div>
  </fieldset>
)
