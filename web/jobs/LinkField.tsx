import { Button } from '@mantine/core'
import { type ReactNode, useId } from 'react'

type LinkFieldProps = {
  label: string
  /** By what name a link leads here. */
  field: string
  /** What is linked; null where nothing is. */
  value: ReactNode | null
  disabled: boolean
  isWorking?: boolean
  /** A sentence that says what is wrong. */
  error?: string | undefined
  onAdd: () => void
  onRemove: () => void
  /** The dialog in which one is chosen, while it is open. */
  children?: ReactNode
}

/** A place on the job that another record takes: a company in a role, a port. */
export function LinkField({
  label,
  field,
  value,
  disabled,
  isWorking = false,
  error,
  onAdd,
  onRemove,
  children,
}: LinkFieldProps) {
  const labelId = useId()
  const button = (word: 'Add' | 'Remove', onClick: () => void, isOff: boolean) => (
    <Button
      variant="subtle"
      size="compact-xs"
      className="link-field__button"
      aria-label={`${word} ${label}`}
      // Not disabled in the browser's way, which would take the focus from whoever has just pressed it.
      data-disabled={isOff || isWorking}
      aria-disabled={isOff || isWorking}
      onClick={() => {
        if (!isOff && !isWorking) onClick()
      }}
    >
      {word}
    </Button>
  )
  return (
    <div className="link-field" role="group" aria-labelledby={labelId} data-field={field}>
      <div className="link-field__head">
        <span id={labelId} className="link-field__label" title={label}>
          {label}
        </span>
        {!disabled && button('Add', onAdd, false)}
        {!disabled && button('Remove', onRemove, value === null)}
      </div>
      {value ?? <span className="link-field__value link-field__value--none">None</span>}
      {error && (
        <p className="link-field__error" role="alert">
          {error}
        </p>
      )}
      {children}
    </div>
  )
}
