import { notifications } from '@mantine/notifications'
import { createElement } from 'react'
import { Notice } from './Notice.tsx'

type Action = { label: string; run: () => void }

const SHOWN = 6000
const SHOWN_WITH_ACTION = 10_000

function show(tone: 'done' | 'failed', message: string, action?: Action) {
  const id = crypto.randomUUID()
  const close = () => void notifications.hide(id)
  notifications.show({
    id,
    color: tone === 'failed' ? 'red' : 'sea',
    message: createElement(Notice, { message, ...(action ? { action } : {}), close }),
    // A failure stays until it has been read.
    autoClose: tone === 'failed' ? false : action ? SHOWN_WITH_ACTION : SHOWN,
    role: tone === 'failed' ? 'alert' : 'status',
    closeButtonProps: { 'aria-label': 'Dismiss' },
  })
}

/** A short word at the edge of the screen, with an undo or a way on where there is one. */
export const notify = {
  done: (message: string, action?: Action) => show('done', message, action),
  failed: (message: string, action?: Action) => show('failed', message, action),
}
