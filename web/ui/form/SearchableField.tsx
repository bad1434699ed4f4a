import { type ComboboxItem, Select } from '@mantine/core'
import { type FocusEvent, type KeyboardEvent, type MouseEvent, useRef, useState } from 'react'
import type { FieldProps } from './fields.tsx'
import { matchingOptions, type SearchableOption, noMatchText } from './searchable-text.ts'

type SearchableFieldProps<Value> = Omit<FieldProps<Value | null>, 'name'> & {
  options: readonly SearchableOption<Value>[]
  /** False where there must be one: emptied and left, the former entry comes back. */
  clearable?: boolean
  /** Of the options, those that are offered first. */
  lastUsed?: readonly Value[]
  onUse?: ((value: Value) => void) | undefined
  /** The sentence that says why the text in the field is no entry; null once it is, or the field is empty. */
  onUnfit?: ((sentence: string | null) => void) | undefined
}

/**
 * One of many: type a few letters, then choose. Countries, packing modes, currencies. Leaving the field takes
 * the highlighted entry; text that fits none stays and says so.
 */
export function SearchableField<Value extends string | number>(props: SearchableFieldProps<Value>) {
  const { label, value, onChange, onBlur, clearable = true, lastUsed = [], onUse, onUnfit, ...rest } = props
  const { error, description, placeholder, disabled, readOnly, autoFocus, ref } = rest
  // What a person has typed and not chosen from yet; undefined: the field shows what is chosen.
  const [typed, setTyped] = useState<string>()
  const [isUnfit, setIsUnfit] = useState(false)
  const [shown, setShown] = useState(value)
  const [isOpen, setIsOpen] = useState(false)
  const isEntered = useRef(false)
  const recent = lastUsed.flatMap(used => props.options.find(one => one.value === used) ?? [])
  const others = props.options.filter(one => !recent.includes(one))
  // Among those that a text fits equally well, the ones that were used last come first.
  const options = [...recent, ...others]
  const chosen = options.find(one => one.value === value)

  if (shown !== value) {
    // Chosen here or filled from elsewhere: what was being typed is over.
    setShown(value)
    setTyped(undefined)
    setIsUnfit(false)
  }
  const settle = () => {
    setTyped(undefined)
    setIsUnfit(false)
    onUnfit?.(null)
  }
  const choose = (next: Value | null) => {
    settle()
    if (next === value || (next === null && !clearable)) return
    if (next !== null) onUse?.(next)
    onChange(next)
  }
  /** False: the text is no entry, which is said now. */
  const take = (text: string, field: HTMLInputElement): boolean => {
    if (text.trim() === '') {
      choose(null)
      return true
    }
    const fitting = matchingOptions(options, text)
    const taken = fitting.find(one => String(one.value) === highlighted(field)) ?? fitting[0]
    if (taken) choose(taken.value)
    else {
      setIsUnfit(true)
      onUnfit?.(noMatchText(text, chosen?.label))
    }
    return taken !== undefined
  }
  const pressed = (event: KeyboardEvent<HTMLInputElement>) => {
    if (typed === undefined || event.nativeEvent.isComposing) return
    if (event.key === 'Escape') settle()
    if (event.key !== 'Enter') return
    // The kit would choose the first entry for an emptied field, and let Enter pass where no entry fits.
    event.stopPropagation()
    if (typed.trim() !== '') event.preventDefault()
    if (take(typed, event.currentTarget)) setIsOpen(false)
  }
  const left = (event: FocusEvent<HTMLInputElement>) => {
    isEntered.current = false
    // Another window came to the front: the person is coming back.
    if (document.activeElement === event.currentTarget) return
    if (typed !== undefined) take(typed, event.currentTarget)
    onBlur?.()
  }
  const entered = (event: FocusEvent<HTMLInputElement>) => {
    isEntered.current = true
    event.currentTarget.select()
  }
  // The click that brought the focus has put the caret somewhere; a second one may mean that place.
  const clicked = (event: MouseEvent<HTMLInputElement>) => {
    if (isEntered.current) event.currentTarget.select()
    isEntered.current = false
  }
  const problem = isUnfit && typed !== undefined ? noMatchText(typed, chosen?.label) : error
  return (
    <Select
      label={label}
      data={
        recent.length > 0 && !typed?.trim()
          ? [
              { group: 'Used last', items: recent.map(entryOf) },
              { group: 'All', items: others.map(entryOf) },
            ]
          : options.map(entryOf)
      }
      value={value === null ? null : String(value)}
      onChange={next => choose(options.find(one => String(one.value) === next)?.value ?? null)}
      searchable
      searchValue={typed ?? chosen?.label ?? ''}
      clearable={clearable}
      allowDeselect={false}
      selectFirstOptionOnChange
      nothingFoundMessage="Nothing matches."
      clearButtonProps={{ 'aria-label': `Clear ${label}` }}
      comboboxProps={{ shadow: 'md' }}
      maxDropdownHeight={260}
      filter={({ options: all, search }) =>
        search.trim() === '' ? all : matchingOptions(all as readonly ComboboxItem[], search)
      }
      dropdownOpened={isOpen}
      onDropdownOpen={() => setIsOpen(true)}
      onDropdownClose={() => setIsOpen(false)}
      onChangeCapture={event => {
        // What fills forms by itself writes without the focus; the kit chooses then.
        if (document.activeElement !== event.currentTarget) return
        setTyped(event.currentTarget.value)
        setIsUnfit(false)
      }}
      onKeyDownCapture={pressed}
      onOptionSubmit={settle}
      onFocus={entered}
      onClick={clicked}
      onBlurCapture={left}
      {...(problem ? { error: problem } : {})}
      {...(description ? { description } : {})}
      {...(placeholder ? { placeholder } : {})}
      {...(disabled ? { disabled } : {})}
      {...(readOnly ? { readOnly } : {})}
      {...(autoFocus ? { 'data-autofocus': true } : {})}
      {...(ref ? { ref } : {})}
    />
  )
}

const entryOf = <Value extends string | number>({ value, label }: SearchableOption<Value>) => ({
  value: String(value),
  label,
})

/** The value of the entry that the arrow keys have come to; the kit forgets it once the field is left. */
function highlighted(field: HTMLInputElement): string | null | undefined {
  const list = document.getElementById(field.getAttribute('aria-controls') ?? '')
  return list?.querySelector('[data-combobox-selected]')?.getAttribute('value')
}
