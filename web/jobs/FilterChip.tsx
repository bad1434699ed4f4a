import { Popover } from '@mantine/core'
import { IconX } from '#web/ui/icons.ts'
import { type FocusEvent, type KeyboardEvent, lazy, Suspense, useEffect, useRef } from 'react'
import { flagFilters, type JobFilters } from './dashboard-search.ts'
import type { FilterChange, FilterChip as Chip, FilterKind, FilterNames } from './filter-words.ts'

const FilterEditor = lazy(async () => ({ default: (await import('./FilterEditor.tsx')).FilterEditor }))

type FilterChipProps = {
  chip: Chip
  filters: JobFilters
  names: FilterNames
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
  onChange: (change: FilterChange, named?: FilterNames) => void
  onRemove: () => void
}

const flags: readonly FilterKind[] = flagFilters

/** A calendar stands elsewhere in the document than the field that it belongs to. */
const isOfCalendar = (target: EventTarget | null) =>
  target instanceof Element && target.closest('[data-portal]') !== null

/** A condition in words; what it opens changes it in place, while the list follows. */
export function FilterChip(props: FilterChipProps) {
  const { chip, isOpen, onOpen } = props
  const { kind, label, text } = chip
  const place = useRef<HTMLSpanElement>(null)
  const button = useRef<HTMLButtonElement>(null)

  useEffect(() => {
    if (!isOpen) return
    const close = (event: PointerEvent) => {
      const isInside = event.target instanceof Node && place.current?.contains(event.target)
      if (!isInside && !isOfCalendar(event.target)) onOpen(false)
    }
    document.addEventListener('pointerdown', close)
    return () => document.removeEventListener('pointerdown', close)
  })
  const pressed = (event: KeyboardEvent) => {
    // The first Escape is that of what has opened in the panel.
    const isOfField =
      event.target instanceof Element && event.target.closest('[data-mantine-stop-propagation]')
    if (event.key !== 'Escape' || !isOpen || isOfField) return
    // First, as a filter without a value goes with its panel.
    button.current?.focus()
    onOpen(false)
  }
  const left = ({ relatedTarget }: FocusEvent) => {
    const isInside = relatedTarget instanceof Node && place.current?.contains(relatedTarget)
    if (isOpen && relatedTarget !== null && !isInside && !isOfCalendar(relatedTarget)) onOpen(false)
  }

  return (
    <span ref={place} className="job-filters__chip" role="presentation" onKeyDown={pressed} onBlur={left}>
      {flags.includes(kind) ? (
        <span className="job-filters__chip-text job-filters__chip-label">{label}</span>
      ) : (
        <Popover
          opened={isOpen}
          position="bottom-start"
          middlewares={{ flip: false, shift: { padding: 8 } }}
          shadow="md"
          withinPortal={false}
          withRoles={false}
          closeOnClickOutside={false}
          closeOnEscape={false}
          transitionProps={{ duration: 0 }}
        >
          <Popover.Target>
            <button
              ref={button}
              type="button"
              className="job-filters__chip-text"
              aria-haspopup="dialog"
              aria-expanded={isOpen}
              title={`${label} ${text}`}
              onClick={() => onOpen(!isOpen)}
            >
              <span className="job-filters__chip-label">{label}</span> {text}
            </button>
          </Popover.Target>
          <Popover.Dropdown className="job-filter" role="dialog" aria-label={`Filter by ${label}`}>
            <Suspense>
              <FilterEditor
                kind={kind}
                filters={props.filters}
                names={props.names}
                onChange={props.onChange}
              />
            </Suspense>
          </Popover.Dropdown>
        </Popover>
      )}
      <button
        type="button"
        className="job-filters__chip-remove"
        aria-label={`Remove the filter ${label}`}
        title={`Remove the filter ${label}`}
        onClick={props.onRemove}
      >
        <IconX size={14} aria-hidden />
      </button>
    </span>
  )
}
