import type { DocumentFormat } from '#contract/generation.ts'
import './format-choice.css'
import { useDocumentFormats } from './queries.ts'

const choices: readonly { label: string; formats: readonly DocumentFormat[] }[] = [
  { label: 'Word', formats: ['word'] },
  { label: 'PDF', formats: ['pdf'] },
  { label: 'Word and PDF', formats: ['word', 'pdf'] },
]

const KEPT = 'lading.document-formats'

/** What this person chose last time. */
export function lastFormats(): readonly DocumentFormat[] {
  const kept = localStorage.getItem(KEPT)
  return choices.find(one => one.formats.join() === kept)?.formats ?? ['word']
}

export const keepFormats = (formats: readonly DocumentFormat[]) => localStorage.setItem(KEPT, formats.join())

/** Why this server cannot make PDFs; undefined where it can, or it is not known yet. */
export const usePdfReason = () =>
  useDocumentFormats().data?.find(one => one.format === 'pdf')?.unavailable ?? undefined

type Props = { value: readonly DocumentFormat[]; onChange: (formats: readonly DocumentFormat[]) => void }

/** As what documents are made. */
export function FormatChoice({ value, onChange }: Props) {
  const reason = usePdfReason()
  return (
    <fieldset className="format-choice">
      <legend>Make as</legend>
      {choices.map(({ label, formats }) => (
        <label key={label} className="format-choice__one">
          <input
            type="radio"
            name="format"
            checked={formats.join() === value.join()}
            disabled={reason !== undefined && formats.includes('pdf')}
            onChange={() => onChange(formats)}
          />
          {label}
        </label>
      ))}
      {reason && <p className="format-choice__reason">{reason}</p>}
    </fieldset>
  )
}
