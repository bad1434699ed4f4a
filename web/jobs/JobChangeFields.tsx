import { useId, useState } from 'react'
import { jobStatuses } from '#contract/choices.ts'
import type { JobChange } from '#contract/job-changes.ts'
import { jobFieldLabels } from '#contract/job-fields.ts'
import { isUnparsedDate } from '#web/ui/entry/use-date-entry.ts'
import type { Figure } from '#web/ui/entry/use-number-entry.ts'
import { ChoiceSelect } from '#web/ui/form/ChoiceSelect.tsx'
import { DateField } from '#web/ui/form/DateField.tsx'
import { ChoiceField, NumberField, TextField } from '#web/ui/form/fields.tsx'
import { useUsers } from '#web/users/queries.ts'

/** `null`: what is entered says no change yet; `isUnread`: it is a text that is no date. */
type Props = { onChange: (change: JobChange | null, isUnread?: boolean) => void }

export function StatusChange({ onChange }: Props) {
  const [value, setValue] = useState<number | null>(null)
  return (
    <ChoiceField
      label={jobFieldLabels.statusId}
      choices={jobStatuses}
      value={value}
      autoFocus
      onChange={statusId => {
        setValue(statusId)
        onChange(statusId === null ? null : { statusId })
      }}
    />
  )
}

/** What is left empty stays as it is. */
export function VesselChange({ onChange }: Props) {
  const [values, setValues] = useState<{ vesselName?: string; voyage?: string }>({})
  const set = (field: 'vesselName' | 'voyage', value: string | null) => {
    const { [field]: _, ...others } = values
    const next = value === null ? others : { ...others, [field]: value }
    setValues(next)
    onChange(Object.keys(next).length > 0 ? next : null)
  }
  return (
    <div className="job-change__fields">
      <TextField
        label={jobFieldLabels.vesselName}
        maxLength={500}
        value={values.vesselName ?? null}
        autoFocus
        onChange={value => set('vesselName', value)}
      />
      <TextField
        label={jobFieldLabels.voyage}
        maxLength={100}
        value={values.voyage ?? null}
        onChange={value => set('voyage', value)}
      />
      <p className="job-change__hint">A field that you leave empty stays as it is.</p>
    </div>
  )
}

const UNSAID = ''
const NOBODY = 'nobody'

export function OwnerChange({ onChange }: Props) {
  const [value, setValue] = useState<string>(UNSAID)
  const people = (useUsers().data ?? []).filter(({ active, signIn }) => active && signIn === 'ready')
  return (
    <ChoiceSelect
      label={jobFieldLabels.ownerId}
      value={value}
      data-autofocus
      choices={[
        { value: UNSAID, label: '' },
        { value: NOBODY, label: 'Nobody' },
        ...people.map(({ id, displayName }) => ({ value: id, label: displayName })),
      ]}
      onChange={next => {
        setValue(next)
        onChange(next === UNSAID ? null : { ownerId: next === NOBODY ? null : next })
      }}
    />
  )
}

const ways = [
  { value: 'date', label: 'To a date' },
  { value: 'days', label: 'By days, later or earlier' },
  { value: 'empty', label: 'Empty it' },
] as const
type Way = (typeof ways)[number]['value']

/** The same date for all, or so many days later (earlier with a minus) for each. */
export function DateChange({ column, onChange }: Props & { column: 'etd' | 'eta' }) {
  const [way, setWay] = useState<Way>('date')
  const [date, setDate] = useState<string | null>(null)
  const [days, setDays] = useState<Figure>(null)
  const [follows, setFollows] = useState(false)
  const box = useId()
  const label = jobFieldLabels[column]
  const tell = (next: { way?: Way; date?: string | null; days?: Figure; follows?: boolean }) => {
    const now = { way, date, days, follows, ...next }
    const change = changeOf(column, now)
    const canFollow = column === 'etd' && now.follows && now.way !== 'empty'
    const isUnread = now.way === 'date' && isUnparsedDate(now.date)
    onChange(change && canFollow ? { ...change, etaFollowsEtd: true } : change, isUnread)
  }
  return (
    <div className="job-change__fields">
      <ChoiceSelect
        label={`Change ${label}`}
        value={way}
        choices={ways}
        onChange={next => {
          setWay(next)
          tell({ way: next })
        }}
      />
      {way === 'date' && (
        <DateField
          label={label}
          value={date}
          autoFocus
          onChange={next => {
            setDate(next)
            tell({ date: next })
          }}
        />
      )}
      {way === 'days' && (
        <NumberField
          label="Days"
          value={days}
          decimals={0}
          negative
          autoFocus
          onChange={next => {
            setDays(next)
            tell({ days: next })
          }}
        />
      )}
      {column === 'etd' && way !== 'empty' && (
        <div className="job-change__follow">
          <input
            id={box}
            type="checkbox"
            checked={follows}
            onChange={event => {
              setFollows(event.currentTarget.checked)
              tell({ follows: event.currentTarget.checked })
            }}
          />
          <label htmlFor={box}>Move ETA along by the same days</label>
        </div>
      )}
    </div>
  )
}

function changeOf(
  column: 'etd' | 'eta',
  { way, date, days }: { way: Way; date: string | null; days: Figure },
): JobChange | null {
  if (way === 'empty') return { [column]: null }
  if (way === 'date') return date === null || isUnparsedDate(date) ? null : { [column]: date }
  if (typeof days !== 'number' || days === 0) return null
  return column === 'etd' ? { moveEtdDays: days } : { moveEtaDays: days }
}
