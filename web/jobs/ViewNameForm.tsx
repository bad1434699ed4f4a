import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import type { JobView } from '#contract/preferences.ts'

export type Named = { view: JobView; ofCompany: boolean }

type Props = {
  /** The view whose name is being changed; without one, what is shown is saved. */
  renamed: Named | undefined
  isReady: boolean
  mayShare: boolean
  /** Whether saving under this name takes the place of a view. */
  replaces: (name: string, isShared: boolean) => boolean
  /** Both answer whether it was done. */
  onSave: (name: string, isShared: boolean) => Promise<boolean>
  onRename: (renamed: Named, name: string) => Promise<boolean>
}

/** Saves what is shown under a name, for oneself or for the company, or renames a view. */
export function ViewNameForm({ renamed, isReady, mayShare, replaces, onSave, onRename }: Props) {
  const [name, setName] = useState(renamed?.view.name ?? '')
  const [isShared, setIsShared] = useState(false)
  const isUnderWay = useRef(false)
  const wanted = name.trim()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    // Enter twice is one view.
    if (!wanted || isUnderWay.current) return
    isUnderWay.current = true
    try {
      if (renamed ? await onRename(renamed, wanted) : await onSave(wanted, isShared)) setName('')
    } finally {
      isUnderWay.current = false
    }
  }
  return (
    <form onSubmit={event => void submit(event)}>
      <div className="job-views__save">
        <TextInput
          label={renamed ? `New name of “${renamed.view.name}”` : 'Save this view as'}
          autoComplete="off"
          maxLength={80}
          autoFocus={renamed !== undefined}
          value={name}
          onChange={event => setName(event.currentTarget.value)}
        />
        <Button type="submit" variant="default" disabled={!isReady || wanted === ''}>
          {renamed ? 'Rename' : replaces(wanted, isShared) ? 'Replace' : 'Save'}
        </Button>
      </div>
      {mayShare && !renamed && (
        <label className="menu-panel__one">
          <input
            type="checkbox"
            checked={isShared}
            onChange={event => setIsShared(event.currentTarget.checked)}
          />
          Share with the company
        </label>
      )}
    </form>
  )
}
