import { type ReactNode, useState } from 'react'

type Props = {
  title: string
  /** Whether any of its fields holds something: then it is open from the beginning. */
  isFilled: boolean
  /** Whether any of its fields is refused: whoever has to correct one sees it. */
  isRefused: boolean
  children: ReactNode
}

/** Further fields under a heading that folds them away. */
export function FoldedGroup({ title, isFilled, isRefused, children }: Props) {
  const [isOpen, setOpen] = useState(isFilled)
  return (
    <details
      className="form-fold"
      open={isOpen || isRefused}
      onToggle={event => setOpen(event.currentTarget.open)}
    >
      <summary className="form-fold__title">{title}</summary>
      <div className="form-grid form-fold__fields">{children}</div>
    </details>
  )
}
