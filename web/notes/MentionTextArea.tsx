import { Textarea } from '@mantine/core'
import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import './notes.css'

type Person = { id: string; displayName: string }
type Props = {
  label: string
  value: string | null
  onChange: (text: string | null) => void
  onBlur: () => void
  error: string | undefined
  people: readonly Person[]
  inputRef: (element: HTMLTextAreaElement | null) => void
}

const MOST_SHOWN = 8
/** "@" and the beginning of a name, up to the caret. */
const BEGUN = /(^|[^\p{L}\p{N}_])@([^\n@]{0,40})$/u

const folded = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Whose names begin, in any of their words, with what is typed behind the "@"; null where nothing is begun. */
function peopleFor(text: string, caret: number, people: readonly Person[]) {
  const [, , typed] = BEGUN.exec(text.slice(0, caret)) ?? []
  if (typed === undefined) return null
  const wanted = folded(typed)
  const found = people.filter(({ displayName }) => {
    const name = folded(displayName)
    return name.startsWith(wanted) || name.split(/\s+/).some(word => word.startsWith(wanted))
  })
  return { begin: caret - typed.length - 1, found: found.slice(0, MOST_SHOWN) }
}

/** A text in which "@" offers the people of the company: arrows choose, Enter or Tab takes, Escape leaves it. */
export function MentionTextArea({ label, value, onChange, onBlur, error, people, inputRef }: Props) {
  const listId = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const [caret, setCaret] = useState<number>()
  const [active, setActive] = useState(0)
  /** Where the caret goes once the text is there. */
  const next = useRef<number>(undefined)
  const text = value ?? ''
  const begun = caret === undefined ? null : peopleFor(text, caret, people)
  const found = begun?.found ?? []
  const isOpen = found.length > 0

  useLayoutEffect(() => {
    if (next.current === undefined) return
    field.current?.setSelectionRange(next.current, next.current)
    next.current = undefined
  }, [text])

  const close = () => setCaret(undefined)
  const take = (person: Person | undefined) => {
    if (!begun || caret === undefined || !person) return
    const before = `${text.slice(0, begun.begin)}@${person.displayName} `
    const after = text.slice(caret)
    next.current = before.length
    onChange(before + (after.startsWith(' ') ? after.slice(1) : after))
    close()
    field.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isOpen) return
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step) setActive((active + step + found.length) % found.length)
    else if (event.key === 'Enter' || event.key === 'Tab') take(found[active])
    else if (event.key === 'Escape') {
      // It closes the list, and not the dialog around it.
      event.nativeEvent.stopImmediatePropagation()
      event.stopPropagation()
      close()
    } else return
    event.preventDefault()
  }
  return (
    <div className="mention-field">
      <Textarea
        ref={element => {
          field.current = element
          inputRef(element)
        }}
        label={label}
        description="Type @ to mention a colleague."
        dir="auto"
        rows={8}
        data-autofocus
        error={error}
        value={text}
        aria-autocomplete="list"
        aria-haspopup="listbox"
        aria-controls={isOpen ? listId : undefined}
        aria-activedescendant={isOpen ? `${listId}-${active}` : undefined}
        onChange={event => {
          onChange(event.currentTarget.value || null)
          setCaret(event.currentTarget.selectionStart)
          setActive(0)
        }}
        onSelect={event => {
          if (caret !== undefined && event.currentTarget.selectionStart !== caret) close()
        }}
        onKeyDown={onKeyDown}
        onBlur={() => {
          close()
          onBlur()
        }}
      />
      <span className="mention-field__said" role="status">
        {isOpen ? `${found.length} to choose from: arrows choose, Enter takes.` : ''}
      </span>
      {isOpen && (
        <div
          id={listId}
          role="listbox"
          tabIndex={-1}
          aria-label="Colleagues"
          className="mention-field__list"
          // The field keeps the focus.
          onMouseDown={event => event.preventDefault()}
        >
          {found.map((person, index) => (
            <div
              key={person.id}
              id={`${listId}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === active}
              className={
                index === active ? 'mention-field__one mention-field__one--active' : 'mention-field__one'
              }
              onMouseMove={() => setActive(index)}
              onClick={() => take(person)}
              onKeyDown={onKeyDown}
            >
              {person.displayName}
            </div>
          ))}
        </div>
      )}
    </div>
  )
}
