import {
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useCallback,
  useId,
  useImperativeHandle,
  useRef,
  useState,
} from 'react'
import { LightTextInput } from './light-inputs.tsx'
import { LookupActions, type LookupAction } from './LookupActions.tsx'
import { LookupList } from './LookupList.tsx'
import type { LookupLine } from './lookup-lines.ts'
import { LookupDrop, LookupSheet, type Side } from './LookupPopups.tsx'
import { useUntakenText } from './once-taken.ts'
import { type Find, useLookup } from './use-lookup.ts'
import './lookup.css'

export type LookupHandle = { focus: () => void }

type LookupFieldProps<Line extends LookupLine> = {
  label: string
  /** By what name a link leads here. */
  field: string
  /** What is chosen: its name, and what tells it apart. */
  value: { name: string; detail?: string | null | undefined } | null
  find: Find<Line>
  /** Which texts are looked up; those of three characters or more by default. */
  isSearchable?: (text: string) => boolean
  /** Which texts are whole codes: left with the line's own code, the field takes it as by Enter. None by default. */
  isWholeCode?: (text: string) => boolean
  /** What is looked for, in the plural: “ports”. */
  noun: string
  onTake: (line: Line) => void
  /** Absent where the person may not make one. */
  onCreate?: ((text: string) => void) | undefined
  onRemove: () => void
  /** What else can be done here. */
  actions: readonly LookupAction[]
  /** A sentence that says what is wrong. */
  error?: string | undefined
  /** What stands in a panel under the field instead of the list: a new one is being made. */
  sheet?: ReactNode
  ref?: Ref<LookupHandle>
  /** Dialogs that are open for this field. */
  children?: ReactNode
}

/** The highest that a list or a panel becomes, about. */
const HIGHEST = 360

function roomierSide(field: HTMLElement): Side {
  const { top, bottom } = field.getBoundingClientRect()
  const below = (window.visualViewport?.height ?? window.innerHeight) - bottom
  return below < HIGHEST && top > below ? 'top-start' : 'bottom-start'
}

/**
 * A place that takes one record of very many: type, and take a line. The list shows what was used last, narrows it
 * with the first letter and asks the server from the third. Leaving the field takes nothing,
 * or a whole code.
 */
export function LookupField<Line extends LookupLine>(props: LookupFieldProps<Line>) {
  const { label, field, value, find, isSearchable, isWholeCode, noun, onTake, onCreate, onRemove } = props
  const { actions, error } = props
  const labelId = useId()
  const listId = useId()
  const input = useRef<HTMLInputElement>(null)
  /** The focus comes back by itself: the list would be in the way. */
  const isQuiet = useRef(false)
  const [pointed, setPointed] = useState<string>()
  const [side, setSide] = useState<Side>('bottom-start')
  const lookup = useLookup({ find, shown: value?.name ?? '', isSearchable, isWholeCode, onTake })
  const { typed, text, isOpen, lines, meant } = lookup

  const focusInput = useCallback(() => input.current?.focus(), [])
  useUntakenText({ label, text: lookup.untaken, focus: focusInput, settled: lookup.settled, place: input })

  const measure = () => {
    if (input.current) setSide(roomierSide(input.current))
  }
  const create = () => {
    measure()
    lookup.settle()
    lookup.close()
    onCreate?.(text)
  }
  const act = ({ run }: LookupAction) => {
    isQuiet.current = true
    lookup.settle()
    lookup.close()
    run()
  }
  const entries = [
    ...lines.map(line => ({ key: `line ${line.id}`, run: () => lookup.take(line) })),
    ...(text !== '' && onCreate ? [{ key: 'create', run: create }] : []),
    ...(text === '' ? actions.map(one => ({ key: `action ${one.name}`, run: () => act(one) })) : []),
  ]
  const pointedAt = entries.findIndex(({ key }) => key === pointed)
  const active = pointedAt >= 0 ? pointedAt : entries.findIndex(({ key }) => key === `line ${meant?.id}`)
  const hasSheet = Boolean(props.sheet)
  const isList = isOpen && !hasSheet
  const idOf = (key: string) => `${listId}-${key.replaceAll(' ', '-')}`
  const activeKey = isList ? entries[active]?.key : undefined

  useImperativeHandle(props.ref, () => ({
    focus: () => {
      isQuiet.current = true
      input.current?.focus()
    },
  }))

  const open = () => {
    measure()
    setPointed(undefined)
    lookup.open()
  }
  const pressed = (event: KeyboardEvent<HTMLInputElement>) => {
    const { key } = event
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey) return
    if (key === 'Escape' && (isOpen || typed !== undefined)) {
      lookup.settle()
      lookup.close()
      event.stopPropagation()
    } else if (key === 'ArrowDown' || key === 'ArrowUp') {
      event.preventDefault()
      if (!isOpen) return open()
      const step = key === 'ArrowDown' ? 1 : -1
      const from = active < 0 && step < 0 ? 0 : active
      setPointed(entries[(from + step + entries.length) % entries.length]?.key)
    } else if (key === 'Enter') {
      event.preventDefault()
      if (!isOpen && typed === undefined) return open()
      lookup.open()
      if (entries[active]) entries[active].run()
      else if (text !== '') lookup.await()
      else if (typed !== undefined && value !== null) act({ name: '', text: '', icon: null, run: onRemove })
    }
  }
  const entered = (event: FocusEvent<HTMLInputElement>) => {
    event.currentTarget.select()
    if (!isQuiet.current) open()
    isQuiet.current = false
  }
  const left = (event: FocusEvent<HTMLInputElement>) => {
    // Another window came to the front: the person is coming back.
    if (document.activeElement !== event.currentTarget) lookup.leave()
  }
  const problem = lookup.isLeft
    ? `“${text}” is not taken. Choose a line of the list, or press Escape.${value ? ` ${value.name} stays until then.` : ''}`
    : error

  return (
    <div className="lookup-field" role="group" aria-labelledby={labelId} data-field={field}>
      <div className="lookup-field__head">
        <label id={labelId} className="lookup-field__label" htmlFor={`${listId}-input`} title={label}>
          {label}
        </label>
        {value?.detail && <span className="lookup-field__detail">{value.detail}</span>}
        <LookupActions actions={actions} />
      </div>
      <div className="lookup-field__place">
        <LightTextInput
          ref={input}
          id={`${listId}-input`}
          role="combobox"
          aria-expanded={isList}
          aria-autocomplete="list"
          aria-haspopup="listbox"
          aria-controls={isList ? listId : undefined}
          aria-activedescendant={activeKey && idOf(activeKey)}
          // A dialog around it closes with Escape only once the list is closed.
          data-mantine-stop-propagation={isOpen || typed !== undefined || undefined}
          autoComplete="off"
          spellCheck={false}
          dir="auto"
          placeholder="None"
          title={value?.name}
          value={typed ?? value?.name ?? ''}
          error={problem}
          onChange={event => {
            setPointed(undefined)
            lookup.type(event.currentTarget.value)
          }}
          onKeyDown={pressed}
          onFocus={entered}
          onBlur={left}
          onClick={() => {
            if (!isOpen) open()
          }}
        />
        {isList && (
          <LookupDrop at={input} side={side}>
            <LookupList
              lookup={lookup}
              id={listId}
              label={label}
              noun={noun}
              idOf={idOf}
              activeKey={activeKey}
              onPoint={setPointed}
              onCreate={onCreate && create}
              actions={text === '' ? actions : []}
              onAct={act}
            />
          </LookupDrop>
        )}
        {hasSheet && (
          <LookupSheet at={input} side={side} label={`New ${label}`}>
            {props.sheet}
          </LookupSheet>
        )}
      </div>
      {props.children}
    </div>
  )
}

type StaticProps = Pick<LookupFieldProps<LookupLine>, 'label' | 'field'> & {
  detail?: string | null | undefined
  children: ReactNode
}

/** The same place for somebody who may only read: `children` is what is chosen, or null. */
export function LookupText({ label, field, detail, children }: StaticProps) {
  const labelId = useId()
  return (
    <div className="lookup-field" role="group" aria-labelledby={labelId} data-field={field}>
      <div className="lookup-field__head">
        <span id={labelId} className="lookup-field__label" title={label}>
          {label}
        </span>
        {detail && <span className="lookup-field__detail">{detail}</span>}
      </div>
      <div className="lookup-field__text">{children ?? 'None'}</div>
    </div>
  )
}
