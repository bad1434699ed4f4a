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
import { type SearchResult, type SearchResultGroup, useSearchResults } from './use-search-results.ts'

/** Finds jobs, contacts, documents and templates as one types; Ctrl+K gets here, arrows and Enter choose. */
export function SearchBox() {
  const [text, setText] = useState('')
  const [isOpen, setIsOpen] = useState(false)
  const [active, setActive] = useState(0)
  const input = useRef<HTMLInputElement>(null)
  const listId = useId()
  const navigate = useNavigate()
  const isPhone = useMediaQuery('(max-width: 640px)', false, { getInitialValueInEffect: false })
  const wanted = useDeferredValue(text.trim())
  const { groups, isLoading, isOutdated, isAnswered, error } = useSearchResults(wanted)
  const found = groups.flatMap(group => group.found)
  const isKnown = isAnswered && wanted === text.trim()
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
  const go = (one: SearchResult | undefined) => {
    if (!one) return
    setText('')
    close()
    void navigate(one.link)
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
    if (step && found.length > 0) setActive((active + step + found.length) % found.length)
    else if (event.key === 'Enter' && isKnown) go(found[active])
    else if (event.key === 'Enter') waits.current = true
    else if (event.key === 'Escape') close()
    else return
    event.preventDefault()
  }
  const hint = error
    ? messageOf(error)
    : !isSearchable(wanted)
      ? `Type at least ${MINIMUM_SEARCH_LENGTH} characters, or a job’s number.`
      : isLoading && found.length === 0
        ? 'Searching …'
        : found.length === 0
          ? `Nothing found for “${wanted}”.`
          : ''
  const isShown = isOpen && text.trim() !== ''
  // The way to the list names a number, not what was found.
  const marked = (group: SearchResultGroup) => (group.label ? wanted : '')

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
        placeholder={isPhone ? 'Search' : 'Search jobs, contacts, documents (Ctrl+K)'}
        value={text}
        onChange={event => {
          waits.current = false
          setText(event.currentTarget.value)
          setActive(0)
          setIsOpen(true)
        }}
        onFocus={() => setIsOpen(true)}
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
            {groups.map(group => (
              <div
                key={group.label}
                role="group"
                aria-label={group.label || 'The job list'}
                className="search__found"
              >
                {group.label && <p className="search__group">{group.label}</p>}
                {group.found.map(one => {
                  const index = found.indexOf(one)
                  return (
                    <div
                      key={one.id}
                      id={`${listId}-${index}`}
                      role="option"
                      tabIndex={-1}
                      aria-selected={index === active}
                      className={index === active ? 'search__one search__one--active' : 'search__one'}
                      onMouseMove={() => setActive(index)}
                      onClick={() => go(one)}
                      onKeyDown={onKeyDown}
                    >
                      <Highlight component="span" className="search__title" highlight={marked(group)}>
                        {one.title}
                      </Highlight>
                      <Highlight component="span" className="search__detail" highlight={marked(group)}>
                        {one.detail}
                      </Highlight>
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
