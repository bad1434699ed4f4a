import { useQuery } from '@tanstack/react-query'
import { jobFieldLabels } from '#contract/job-fields.ts'
import { momentText } from '#web/lib/format.ts'
import { MenuButton } from '#web/ui/MenuButton.tsx'
import { useJobFormContext } from './job-form.ts'
import { jobGlanceQuery } from './queries.ts'
import './former-dates.css'

/** What the date was before, with when and by whom it was changed; nothing where it never was. */
export function FormerDates({ field }: { field: 'etd' | 'eta' }) {
  const { job } = useJobFormContext()
  const former = (useQuery(jobGlanceQuery(job)).data?.formerDates ?? []).filter(one => one.field === field)
  if (former.length === 0) return null
  const label = jobFieldLabels[field]
  const words = former.length === 1 ? 'Changed once' : `Changed ${former.length} times`
  return (
    <MenuButton
      label={`${label}: ${words}`}
      title={`Former ${label}`}
      face={{ className: 'former-dates', content: words }}
    >
      <ul className="former-dates__list">
        {former.map(({ value, changedAt, changedBy }) => (
          <li key={changedAt}>
            <span className="former-dates__day">{value}</span>
            <span className="former-dates__until">
              until {momentText(changedAt)}, by {changedBy ?? 'the product'}
            </span>
          </li>
        ))}
      </ul>
    </MenuButton>
  )
}
