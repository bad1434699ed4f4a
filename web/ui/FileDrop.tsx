import { Dropzone } from '@mantine/dropzone'
import { IconUpload } from '@tabler/icons-react'
import '@mantine/core/styles/LoadingOverlay.layer.css'
import '@mantine/dropzone/styles.layer.css'
import './file-drop.css'

type Props = {
  /** What dropping does: "Drop files to attach them to this job". */
  invitation: string
  onFiles: (files: File[]) => void
}

/** Takes files dropped anywhere on the page; shows itself only while something is dragged over it. */
export function FileDrop({ invitation, onFiles }: Props) {
  return (
    <Dropzone.FullScreen
      active
      // In the page's main part, where assistive technology finds it; unseen, it is no stop for the tab key.
      withinPortal={false}
      activateOnKeyboard={false}
      onDrop={onFiles}
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
