import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Dialog } from './Dialog.tsx'

type Props = {
  name: string
  onDownload: () => void
  /** Absent where it cannot be sent. */
  onMail?: (() => void) | undefined
  onClose: () => void
  children: ReactNode
}

/** A file to look at where it stands, to download and to send; the cross closes it. */
export function FileDialog({ name, onDownload, onMail, onClose, children }: Props) {
  return (
    <Dialog
      title={name}
      size="lg"
      ownsBack
      onClose={onClose}
      footer={
        <>
          <Button
            {...(onMail && { variant: 'default' })}
            data-autofocus={!onMail || undefined}
            onClick={onDownload}
          >
            Download
          </Button>
          {onMail && (
            <Button data-autofocus onClick={onMail}>
              E-mail
            </Button>
          )}
        </>
      }
    >
      {children}
    </Dialog>
  )
}
