import { ActionIcon } from '@mantine/core'
import type { ComponentType } from 'react'

type IconButtonProps = {
  /** What it does: read aloud, and shown as a tooltip. */
  label: string
  icon: ComponentType<{ size?: number; 'aria-hidden'?: boolean }>
  onClick: () => void
  destructive?: boolean
  disabled?: boolean
  /** -1 where arrow keys lead to it. */
  tabIndex?: -1
}

export function IconButton({
  label,
  icon: Icon,
  onClick,
  destructive = false,
  disabled = false,
  tabIndex,
}: IconButtonProps) {
  return (
    <ActionIcon
      variant="subtle"
      color={destructive ? 'red' : 'gray'}
      className={destructive ? 'icon-button icon-button--destructive' : 'icon-button'}
      aria-label={label}
      title={label}
      disabled={disabled}
      tabIndex={tabIndex}
      onClick={event => {
        event.stopPropagation()
        onClick()
      }}
      onDoubleClick={event => event.stopPropagation()}
    >
      <Icon size={20} aria-hidden />
    </ActionIcon>
  )
}
