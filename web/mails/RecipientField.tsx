import { TagsInput } from '@mantine/core'
import '@mantine/core/styles/Pill.layer.css'
import '@mantine/core/styles/PillsInput.layer.css'
import { type KeyboardEvent, useState } from 'react'
import { recipientMistake } from './compose.ts'
import { endsRecipient, withRecipients } from './recipients.ts'

type Props = {
  id: string
  label: string
  people: readonly string[]
  offered: readonly { group: string; items: { label: string; value: string }[] }[]
  /** Why the e-mail cannot be sent with these recipients. */
  mistake: string | undefined
  /** The cursor goes there when the field comes. */
  hasFocus: boolean
  onChange: (people: string[]) => void
}

/** Recipients, each chosen, typed or pasted as people write one: "Sana Mir <sana@indus.example>". */
export function RecipientField({ id, label, people, offered, mistake, hasFocus, onChange }: Props) {
  const [typed, setTyped] = useState('')
  const known = new Set([...people, ...offered.flatMap(({ items }) => items.map(({ value }) => value))])
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const { value, selectionStart } = event.currentTarget
    if (selectionStart !== value.length || !endsRecipient(value, event.key)) return
    event.preventDefault()
    onChange(withRecipients(people, value))
    setTyped('')
  }
  return (
    <TagsInput
      id={id}
      label={label}
      data-autofocus={hasFocus || undefined}
      value={[...people]}
      data={[...offered]}
      onChange={next =>
        onChange(
          next.reduce<string[]>(
            (all, one) => (known.has(one) ? [...all, one] : withRecipients(all, one)),
            [],
          ),
        )
      }
      searchValue={typed}
      onSearchChange={setTyped}
      onKeyDown={onKeyDown}
      // The kit would part the text at every comma, also at one within a name.
      splitChars={[]}
      acceptValueOnBlur
      clearable={false}
      maxDropdownHeight={220}
      placeholder={people.length === 0 ? 'Name <address>, or choose' : ''}
      error={recipientMistake(people) || mistake}
      comboboxProps={{ shadow: 'md' }}
    />
  )
}
