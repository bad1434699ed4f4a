import { Dropzone } from '@mantine/dropzone'
import { IconUpload } from '#web/ui/icons.ts'
import { useEffect, useEffectEvent, useRef } from 'react'
import '@mantine/core/styles/LoadingOverlay.layer.css'
import '@mantine/dropzone/styles.layer.css'
import './file-drop.css'

type Props = {
  /** What dropping does: "Drop files to attach them to this job". */
  invitation: string
  onFiles: (files: File[]) => void
}

/** Takes files dropped anywhere on the page or pasted; shows itself only while something is dragged over it. */
export function FileDrop({ invitation, onFiles }: Props) {
  const zone = useRef<HTMLDivElement>(null)
  const take = (files: File[]) => {
    // A message about the files gives the focus back to where it was.
    if (document.activeElement === document.body) zone.current?.focus()
    onFiles(files)
  }
  const takePasted = useEffectEvent(take)
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])]
      // What is pasted into a field or a dialog is meant for it.
      const isElsewhere =
        event.target instanceof Element && event.target.closest('input, textarea, [role=dialog]')
      if (files.length === 0 || isElsewhere) return
      event.preventDefault()
      takePasted(files.map(named))
    }
    document.addEventListener('paste', onPaste)
    return () => document.removeEventListener('paste', onPaste)
  }, [])
  return (
    <Dropzone.FullScreen
      active
      // In the page's main part, where assistive technology finds it; unseen, it is no stop for the tab key.
      withinPortal={false}
      activateOnKeyboard={false}
      onDrop={take}
      ref={zone}
      // No stop for the tab key, but where somebody goes on who dropped a file that was not taken.
      tabIndex={-1}
      role="group"
      aria-label={invitation}
      inputProps={{ 'aria-label': invitation }}
      classNames={{ fullScreen: 'file-drop__veil', root: 'file-drop__zone' }}
    >
      <div className="file-drop__invitation">
        <IconUpload size={24} aria-hidden />
        <span>{invitation}</span>
      </div>
    </Dropzone.FullScreen>
  )
}

/** Every picture that is pasted is called image.png: it gets the time for a name, so that none replaces another. */
function named(file: File): File {
  const [, extension] = /^image(\.\w+)$/.exec(file.name) ?? []
  if (!extension) return file
  const now = new Date()
  const time = [now.getHours(), now.getMinutes(), now.getSeconds()].map(part => String(part).padStart(2, '0'))
  const day = [now.getFullYear(), now.getMonth() + 1, now.getDate()].map(part =>
    String(part).padStart(2, '0'),
  )
  return new File([file], `Pasted ${day.join('-')} ${time.join('.')}${extension}`, { type: file.type })
}
