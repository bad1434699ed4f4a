import type { ReactNode } from 'react'

/** Something that can be done with what a lookup holds, besides choosing another by its name. */
export type LookupAction = {
  /** Read aloud and shown as a tooltip: “Remove Consignee”. */
  name: string
  /** The words of its line in the list. */
  text: string
  icon: ReactNode
  run: () => void
}

/**
 * Quiet signs for the mouse and for touch, in sight while the field is under the pointer or has the focus. At the
 * keyboard the same stands in the list, so that Tab goes straight on to the next field.
 */
export function LookupActions({ actions }: { actions: readonly LookupAction[] }) {
  return (
    <span className="lookup-field__actions">
      {actions.map(({ name, icon, run }) => (
        <button
          key={name}
          type="button"
          tabIndex={-1}
          className="lookup-field__action"
          aria-label={name}
          title={name}
          onClick={run}
        >
          {icon}
        </button>
      ))}
    </span>
  )
}
