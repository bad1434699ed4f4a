import { ChoiceSelect } from '#web/ui/form/ChoiceSelect.tsx'
import { jobFieldLabels } from '#contract/job-fields.ts'
import type { Job } from '#contract/jobs.ts'
import { stampFields } from '#contract/mail-states.ts'
import { DateField } from '#web/ui/form/DateField.tsx'
import { defaultStamp, type ComposedMail } from './compose.ts'
import { useMailAddresses } from './queries.ts'

type Props = {
  job: Job
  written: ComposedMail
  /** Whether this server sends e-mail. */
  canLeave: boolean
  onChange: (next: Partial<ComposedMail>) => void
}

/** Which date of the job is set when the mail server accepts the e-mail. */
export function StampFields({ job, written, canLeave, onChange }: Props) {
  const { data: parties = [] } = useMailAddresses(job.id)
  const roles = Object.fromEntries(
    parties.flatMap(({ role, isCustomer, addresses }) =>
      addresses.map(({ address }) => [address.toLowerCase(), isCustomer ? 'customer' : role]),
    ),
  )
  const custom = defaultStamp(written, roles)
  const { stamp, stampDate, replaceDate } = written
  const hint =
    stamp === ''
      ? custom && `E-mails of this kind usually set “${jobFieldLabels[custom]}”.`
      : !canLeave &&
        'This server sends no e-mail, so nothing is set. Once you have sent it yourself, set the date on the job.'
  const stands = stamp ? job[stamp] : null
  return (
    <div className="compose__stamp">
      <ChoiceSelect
        label="Set on the job when it is sent"
        value={stamp}
        choices={[
          { value: '', label: 'Nothing' },
          ...stampFields.map(value => ({ value, label: jobFieldLabels[value] })),
        ]}
        {...(hint && { description: hint })}
        onChange={chosen => onChange({ stamp: chosen })}
      />
      {stamp !== '' && (
        <DateField
          label="To the date"
          placeholder="The day it is sent"
          value={stampDate}
          onChange={date => onChange({ stampDate: date })}
        />
      )}
      {stands && (
        <label className="compose__replace">
          <input
            type="checkbox"
            checked={replaceDate}
            onChange={event => onChange({ replaceDate: event.currentTarget.checked })}
          />
          Replace the date on the job, {stands}
        </label>
      )}
    </div>
  )
}
