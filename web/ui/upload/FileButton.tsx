import { Button } from '@mantine/core'
import { IconUpload } from '#web/ui/icons.ts'
import { useRef } from 'react'

type FileButtonProps = {
  children: string
  onFiles: (files: File[]) => void
  /** '.dotx', 'image/*' …; only a hint to the system's dialog, so check what comes. */
  accept?: string
  multiple?: boolean
  disabled?: boolean
  loading?: boolean
  variant?: 'default' | 'filled' | 'subtle'
  size?: 'sm' | 'compact-sm'
}

/** A button that opens the system's file dialog; the same file can be chosen twice running. */
export function FileButton({
  children,
  onFiles,
  accept,
  multiple = false,
  variant = 'default',
  ...state
}: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  return (
    <>
      <Button
        ref={button}
        variant={variant}
        leftSection={<IconUpload size={18} aria-hidden />}
        onClick={() => input.current?.click()}
        {...state}
      >
        {children}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={children}
        accept={accept}
        multiple={multiple}
        onChange={event => {
          const files = [...(event.currentTarget.files ?? [])]
          event.currentTarget.value = ''
          // A message about the files gives the focus back to where it was.
          if (document.activeElement === document.body) button.current?.focus()
          if (files.length > 0) onFiles(files)
        }}
      />
    </>
  )
}
