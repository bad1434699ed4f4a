import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { LightTextInput } from '#web/ui/form/light-inputs.tsx'
import { plainText } from '#web/ui/form/lookup-lines.ts'

type NarrowedListProps<One> = {
  /** What its entries are, in the singular: “column”. */
  noun: string
  all: readonly One[]
  nameOf: (one: One) => string
  /** Its first button or box is what Enter in the field above presses. */
  children: (one: One) => ReactNode
}

/** More of them do not stand in a menu at once. */
const LONG = 15

/** A touch screen would cover the list with its keyboard. */
const hasKeyboard = () => window.matchMedia('(pointer: fine)').matches

/** The list of a menu; where it is long, what is typed above it narrows it, and Enter takes the first that is left. */
export function NarrowedList<One>({ noun, all, nameOf, children }: NarrowedListProps<One>) {
  const [typed, setTyped] = useState('')
  const list = useRef<HTMLDivElement>(null)
  const wanted = plainText(typed)
  const left = all.filter(one => plainText(nameOf(one)).includes(wanted))
  const pressed = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    if (wanted !== '') list.current?.querySelector<HTMLElement>('button, input')?.click()
  }
  return (
    <>
      {all.length > LONG && (
        <div className="menu-panel__find">
          <LightTextInput
            type="search"
            aria-label={`Find a ${noun}`}
            placeholder={`Find a ${noun}`}
            autoComplete="off"
            autoFocus={hasKeyboard()}
            value={typed}
            onChange={event => setTyped(event.currentTarget.value)}
            onKeyDown={pressed}
          />
        </div>
      )}
      <div ref={list} className="menu-panel__list">
        {left.map(children)}
        {left.length === 0 && (
          <p className="menu-panel__hint" role="status">
            No {noun} is called “{typed.trim()}”.
          </p>
        )}
      </div>
    </>
  )
}
