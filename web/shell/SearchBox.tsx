import { Highlight } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconSearch } from '#web/ui/icons.ts'
import { useNavigate } from '@tanstack/react-router'
import {
  type KeyboardEvent,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react'
import { MINIMUM_SEARCH_LENGTH } from '#contract/values.ts'
import { messageOf } from '#web/lib/problem.ts'
import { isSearchable } from '#web/lib/searchable.ts'
import { type Command, commandsFor } from './commands.ts'
import { useSearchResults } from './use-search-results.ts'

type Props = {
  /** What can be done from here besides. */
  commands?: readonly Command[]
  onOpen?: () => void
}

/** One line that can be chosen. */
type Choice = { id: string; title: string; detail: string; key?: string | undefined; run: () => void }

/**
 * Finds jobs, contacts, documents and templates as one types, and does what can be done from anywhere; Ctrl+K gets
 * here, arrows and Enter choose.
 */
export function SearchBox({ commands = [], onOpen = () => undefined }: Props) {
  const [text, setText] = useState('')
  const [isOpen, setIsOpen] = useState(false)
  const [activeId, setActiveId] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  const listId = useId()
  const navigate = useNavigate()
  const isPhone = useMediaQuery('(max-width: 640px)', false, { getInitialValueInEffect: false })
  const wanted = useDeferredValue(text.trim())
  const { groups, isLoading, isOutdated, isAnswered, error } = useSearchResults(wanted)
  const offered = commandsFor(commands, text)
  const shown = [
    ...groups.map(({ label, found }) => ({
      label,
      choices: found.map(({ link, ...one }): Choice => ({ ...one, run: () => void navigate(link) })),
    })),
    {
      label: 'Commands',
      choices: offered.map(
        ({ id, label, key, run }): Choice => ({
          ...{ id: `command ${id}`, title: label, detail: '', key, run },
        }),
      ),
    },
  ].filter(({ choices }) => choices.length > 0)
  const found = shown.flatMap(({ choices }) => choices)
  // What the arrows have reached stays, whatever is found before it meanwhile.
  const active = Math.max(
    0,
    found.findIndex(({ id }) => id === activeId),
  )
  const isKnown =
    wanted === text.trim() &&
    (isAnswered || ((!isSearchable(wanted) || error !== null) && offered.length > 0))
  /** Enter was pressed before the answer to what was typed was there. */
  const waits = useRef(false)

  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'k') return
      event.preventDefault()
      input.current?.select()
      input.current?.focus()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])

  const close = () => {
    waits.current = false
    setIsOpen(false)
    input.current?.blur()
  }
  const go = (one: Choice | undefined) => {
    if (!one) return
    setText('')
    setActiveId(undefined)
    close()
    one.run()
  }
  const openAwaited = useEffectEvent(() => {
    if (!waits.current) return
    waits.current = false
    go(found[active])
  })
  useEffect(() => {
    if (isKnown) openAwaited()
  }, [isKnown])

  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step && found.length > 0) setActiveId(found[(active + step + found.length) % found.length]?.id)
    else if (event.key === 'Enter' && isKnown) go(found[active])
    else if (event.key === 'Enter') waits.current = true
    else if (event.key === 'Escape') close()
    else return
    event.preventDefault()
  }
  const hint = error
    ? messageOf(error)
    : !isSearchable(wanted)
      ? wanted !== '' && `Type at least ${MINIMUM_SEARCH_LENGTH} characters, or a job’s number.`
      : isLoading && groups.length === 0
        ? 'Searching …'
        : groups.length === 0 && !isOutdated
          ? `Nothing found for “${wanted}”.`
          : ''
  const isShown = isOpen && (text.trim() !== '' || found.length > 0)
  // The way to the list names a number, not what was found.
  const marked = (label: string) => (label ? wanted : '')

  return (
    <div className="search" role="search" aria-label="Everything">
      <IconSearch size={18} className="search__icon" aria-hidden />
      <input
        ref={input}
        className="search__input"
        type="search"
        role="combobox"
        aria-label="Search"
        aria-expanded={isShown}
        aria-controls={listId}
        aria-activedescendant={isShown && found[active] ? `${listId}-${active}` : undefined}
        aria-autocomplete="list"
        autoComplete="off"
        placeholder={isPhone ? 'Search' : 'Search jobs, contacts, documents or commands (Ctrl+K)'}
        value={text}
        onChange={event => {
          waits.current = false
          setText(event.currentTarget.value)
          setActiveId(undefined)
          setIsOpen(true)
        }}
        onFocus={() => {
          setIsOpen(true)
          onOpen()
        }}
        onBlur={() => {
          waits.current = false
          setIsOpen(false)
        }}
        onKeyDown={onKeyDown}
      />
      {isShown && (
        // Pressing the mouse on a line must not take the focus away before the click arrives.
        <div role="presentation" className="search__results" onMouseDown={event => event.preventDefault()}>
          {hint && (
            <p className="search__hint" role="status">
              {hint}
            </p>
          )}
          <div
            id={listId}
            role="listbox"
            aria-label="Found"
            className={isOutdated ? 'search__list--outdated' : undefined}
          >
            {shown.map(({ label, choices }) => (
              <div key={label} role="group" aria-label={label || 'The job list'} className="search__found">
                {label && <p className="search__group">{label}</p>}
                {choices.map(one => {
                  const index = found.indexOf(one)
                  return (
                    <div
                      key={one.id}
                      id={`${listId}-${index}`}
                      role="option"
                      tabIndex={-1}
                      aria-selected={index === active}
                      className={index === active ? 'search__one search__one--active' : 'search__one'}
                      onMouseMove={() => setActiveId(one.id)}
                      onClick={() => go(one)}
                      onKeyDown={onKeyDown}
                    >
                      <Highlight component="span" className="search__title" highlight={marked(label)}>
                        {one.title}
                      </Highlight>
                      <Highlight component="span" className="search__detail" highlight={marked(label)}>
                        {one.detail}
                      </Highlight>
                      {one.key && <kbd className="search__key">{one.key}</kbd>}
                    </div>
                  )
                })}
              </div>
            ))}
          </div>
        </div>
      )}
    </div>
  )
}
