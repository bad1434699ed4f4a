import { Combobox } from '@mantine/core'
import { useEffect } from 'react'
import { MINIMUM_SEARCH_LENGTH } from '#contract/values.ts'
import { messageOf } from '#web/lib/problem.ts'
import type { LookupAction } from './LookupActions.tsx'
import type { LookupLine } from './lookup-lines.ts'
import type { Lookup } from './use-lookup.ts'

type Props<Line extends LookupLine> = {
  lookup: Lookup<Line>
  id: string
  label: string
  noun: string
  idOf: (key: string) => string
  activeKey: string | undefined
  onPoint: (key: string) => void
  onCreate: (() => void) | undefined
  actions: readonly LookupAction[]
  onAct: (action: LookupAction) => void
}

/** What a lookup offers under its field. */
export function LookupList<Line extends LookupLine>(props: Props<Line>) {
  const { lookup, id, label, noun, idOf, activeKey, onPoint, onCreate, actions, onAct } = props
  const { text, lines, error, isAnswered, isAwaited, isRecent, isFirstLoading } = lookup
  const activeId = activeKey && idOf(activeKey)
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [activeId])

  const option = (key: string) => ({
    id: idOf(key),
    value: key,
    selected: key === activeKey,
    'aria-selected': key === activeKey,
    // A list that opens under a resting pointer points at nothing.
    onMouseMove: () => onPoint(key),
  })
  const hint = error
    ? ''
    : !isAnswered
      ? isAwaited
        ? 'Searching … the line that fits is taken.'
        : 'Searching …'
      : lines.length > 0
        ? ''
        : isFirstLoading
          ? 'Loading …'
          : isRecent
            ? `Type a name to find ${noun}.`
            : text.length < MINIMUM_SEARCH_LENGTH
              ? `Type at least ${MINIMUM_SEARCH_LENGTH} characters to search all ${noun}.`
              : `Nothing found for “${text}”.`
  return (
    <Combobox.Dropdown className="lookup-list">
      {error !== null && (
        <p className="lookup-list__hint lookup-list__hint--failed" role="alert">
          The search failed. {messageOf(error)}{' '}
          <button
            type="button"
            className="lookup-list__retry"
            tabIndex={-1}
            onMouseDown={event => event.preventDefault()}
            onClick={lookup.retry}
          >
            Try again
          </button>
        </p>
      )}
      <p className={hint ? 'lookup-list__hint' : undefined} role="status">
        {hint}
      </p>
      <Combobox.Options id={id} aria-label={label} className="lookup-list__lines">
        {lines.map((line, index) => {
          const isHeaded = line.group !== undefined && line.group !== lines[index - 1]?.group
          const heading = isHeaded ? line.group : isRecent && index === 0 ? 'Used last' : undefined
          return [
            heading !== undefined && (
              <div key={`heading ${heading}`} className="lookup-list__heading" role="presentation">
                {heading}
              </div>
            ),
            <Combobox.Option
              key={line.id}
              {...option(`line ${line.id}`)}
              className="lookup-list__line"
              onClick={() => lookup.take(line)}
            >
              <span className="lookup-list__name">
                {line.code && <span className="lookup-list__code">{line.code}</span>} {line.name}
              </span>
              {line.detail && <span className="lookup-list__detail">{line.detail}</span>}
            </Combobox.Option>,
          ]
        })}
        {text !== '' && onCreate && (
          <Combobox.Option
            {...option('create')}
            className="lookup-list__line lookup-list__line--apart"
            onClick={onCreate}
          >
            Create “{text}”
          </Combobox.Option>
        )}
        {actions.map((one, index) => (
          <Combobox.Option
            key={one.name}
            {...option(`action ${one.name}`)}
            className={index === 0 ? 'lookup-list__line lookup-list__line--apart' : 'lookup-list__line'}
            onClick={() => onAct(one)}
          >
            <span className="lookup-list__act">
              {one.icon}
              {one.text}
            </span>
          </Combobox.Option>
        ))}
      </Combobox.Options>
    </Combobox.Dropdown>
  )
}
