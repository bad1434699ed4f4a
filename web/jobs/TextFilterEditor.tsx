import { TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import { isFilterText } from '#contract/job-list-filters.ts'
import { MINIMUM_SEARCH_LENGTH } from '#contract/values.ts'

const PAUSE_MS = 250

type Props = { label: string; text: string; onChange: (text: string | undefined) => void }

/** A text that the field contains; the list follows when the person pauses. */
export function TextFilterEditor({ label, text, onChange }: Props) {
  const [typed, setTyped] = useState(text)
  const wanted = typed.trim()
  const isTaken = wanted === '' || isFilterText(wanted)
  useEffect(() => {
    if (!isTaken || wanted === text) return
    const timer = setTimeout(() => onChange(wanted || undefined), PAUSE_MS)
    return () => clearTimeout(timer)
  })
  return (
    <TextInput
      label={`${label} contains`}
      autoComplete="off"
      maxLength={100}
      value={typed}
      error={isTaken ? undefined : `Type at least ${MINIMUM_SEARCH_LENGTH} characters.`}
      onChange={event => setTyped(event.currentTarget.value)}
    />
  )
}
