import { Combobox, Popover, useCombobox } from '@mantine/core'
import type { ReactNode, RefObject } from 'react'
import { Anchor } from './Anchor.tsx'

export type Side = 'bottom-start' | 'top-start'

type Props = {
  /** The field's input. */
  at: RefObject<HTMLInputElement | null>
  side: Side
  children: ReactNode
}

/** What opens stays on its side while it grows, so that no line moves away from under a finger. */
const stays = { flip: false, shift: true } as const

/** The list under, or over, a lookup's input. */
export function LookupDrop({ at, side, children }: Props) {
  const store = useCombobox({ opened: true })
  return (
    <Combobox
      store={store}
      position={side}
      middlewares={stays}
      width={380}
      shadow="md"
      offset={4}
      transitionProps={{ duration: 0 }}
      // In the page's own landmarks, and next after its field for whoever listens.
      withinPortal={false}
    >
      <Combobox.DropdownTarget>
        <Anchor at={at} />
      </Combobox.DropdownTarget>
      {children}
    </Combobox>
  )
}

/** The panel in its place, in which a new record is made. */
export function LookupSheet({ at, side, label, children }: Props & { label: string }) {
  return (
    <Popover
      opened
      position={side}
      middlewares={stays}
      width={400}
      shadow="md"
      withRoles={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
      transitionProps={{ duration: 0 }}
      hideDetached={false}
      // Below dialogs: a conflict that a save meets while the sheet is open is settled first.
      zIndex={199}
    >
      <Popover.Target>
        <Anchor at={at} />
      </Popover.Target>
      <Popover.Dropdown className="lookup-sheet" role="dialog" aria-label={label}>
        {children}
      </Popover.Dropdown>
    </Popover>
  )
}
