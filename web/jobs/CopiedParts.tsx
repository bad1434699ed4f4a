import { type CopiedPart, copiedParts } from '#contract/job-copies.ts'
import { keysOf } from '#contract/typed-objects.ts'

export type Take = Record<CopiedPart, boolean>
export const everything: Take = { parties: true, ports: true, items: true, charges: true }

/** What copies take of their job. */
export function CopiedParts({ take, onChange }: { take: Take; onChange: (take: Take) => void }) {
  return (
    <>
      <fieldset className="job-copy__parts">
        <legend>Copy with</legend>
        {keysOf(copiedParts).map(part => (
          <label key={part} className="menu-panel__one">
            <input
              type="checkbox"
              checked={take[part]}
              onChange={event => onChange({ ...take, [part]: event.currentTarget.checked })}
            />
            {copiedParts[part]}
          </label>
        ))}
      </fieldset>
      <p className="job-copy__hint">
        Dates, numbers, vessel and voyage, attachments, e-mails and notes are not copied. Weights, volume and
        packages come with the items.
      </p>
    </>
  )
}
