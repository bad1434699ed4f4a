import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Dialog } from './Dialog.tsx'

type Props = { name: string; onDownload: () => void; onClose: () => void; children: ReactNode }

/** A file to look at where it stands, and to download. */
export function FileDialog({ name, onDownload, onClose, children }: Props) {
  return (
    <Dialog
      title={name}
      size="lg"
      onClose={onClose}
      footer={
        <>
          <Button variant="default" onClick={onDownload}>
            Download
          </Button>
          <Button onClick={onClose} data-autofocus>
            Close
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  )
}
