import { Button } from '@mantine/core'
import { useClickOutside } from '@mantine/hooks'
import { type CSSProperties, type ReactNode, useId, useState } from 'react'

type MenuButtonProps = {
  label: string
  icon?: ReactNode
  /** The heading of what opens; the label by default. */
  title?: string
  /** For what is seldom needed: it has no border. */
  isQuiet?: boolean
  /** Its icon says enough to who sees it; the label is a tooltip, and read out. */
  isIconOnly?: boolean
  /** What it looks like where it is no button of a form: its own class and content. */
  face?: { className: string; content: ReactNode }
  /** At the bottom edge of the screen. */
  opensUp?: boolean
  /** What was chosen last is being done. */
  isLoading?: boolean
  children: ReactNode | ((close: () => void) => ReactNode)
}

const PANEL_WIDTH = 272
const toRight = { '--menu-right': 'auto', '--menu-left': '0' } as CSSProperties

/** Whether the panel, which ends where its button ends, would begin left of the screen's own part of the window. */
function isCutOff(button: HTMLElement | null): boolean {
  if (!button) return false
  const left = button.closest('main')?.getBoundingClientRect().left ?? 0
  return button.getBoundingClientRect().right - PANEL_WIDTH < left
}

/** A button that opens a small panel under itself; Escape or a click elsewhere closes it. */
export function MenuButton(props: MenuButtonProps) {
  const {
    label,
    icon,
    title = label,
    isQuiet = false,
    isIconOnly = false,
    face,
    opensUp = false,
    isLoading = false,
    children,
  } = props
  const [isOpen, setIsOpen] = useState(false)
  const [opensToRight, setOpensToRight] = useState(false)
  const panel = useId()
  const close = () => setIsOpen(false)
  const place = useClickOutside<HTMLDivElement>(close)
  const opening = {
    'aria-expanded': isOpen,
    'aria-controls': panel,
    onClick: () => {
      setOpensToRight(isCutOff(place.current))
      setIsOpen(!isOpen)
    },
  }
  return (
    <div
      ref={place}
      role="presentation"
      className={opensUp ? 'menu-button menu-button--up' : 'menu-button'}
      style={opensToRight ? toRight : undefined}
      onKeyDown={event => {
        if (event.key !== 'Escape' || !isOpen) return
        close()
        place.current?.querySelector('button')?.focus()
      }}
    >
      {face ? (
        <button type="button" className={face.className} aria-label={label} {...opening}>
          {face.content}
        </button>
      ) : (
        <Button
          {...(isQuiet
            ? { variant: 'subtle', color: 'gray', className: 'quiet-button' }
            : { variant: 'default' })}
          {...(isIconOnly ? { 'aria-label': label, title: label, px: 8 } : { leftSection: icon })}
          loading={isLoading}
          {...opening}
        >
          {isIconOnly ? icon : label}
        </Button>
      )}
      {isOpen && (
        <fieldset id={panel} className="menu-panel">
          <legend className="menu-panel__title">{title}</legend>
          {typeof children === 'function' ? children(close) : children}
        </fieldset>
      )}
    </div>
  )
}
