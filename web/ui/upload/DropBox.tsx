import { type DragEvent, type ReactNode, useRef, useState } from 'react'
import { FileButton } from './FileButton.tsx'
import './drop-box.css'

type Props = {
  /** What goes in: it names the box for who cannot see it. */
  label: string
  /** On the button, which does the same as a drop. */
  choose: string
  accept: string
  hint?: ReactNode
  multiple?: boolean
  isBusy?: boolean
  onFiles: (files: File[]) => void
  children?: ReactNode
}

/** A place in a form where files are dropped, or chosen by its button. */
export function DropBox({
  label,
  choose,
  accept,
  hint,
  multiple = false,
  isBusy = false,
  onFiles,
  children,
}: Props) {
  const [isOver, setIsOver] = useState(false)
  // Entered and left once for each part inside, too.
  const depth = useRef(0)
  const hasFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files')
  return (
    <div role="group" aria-label={label}>
      <div
        role="presentation"
        className={isOver ? 'drop-box drop-box--over' : 'drop-box'}
        onDragEnter={event => {
          if (!hasFiles(event)) return
          depth.current += 1
          setIsOver(true)
        }}
        onDragLeave={() => {
          depth.current = Math.max(0, depth.current - 1)
          if (depth.current === 0) setIsOver(false)
        }}
        onDragOver={event => hasFiles(event) && event.preventDefault()}
        onDrop={event => {
          event.preventDefault()
          depth.current = 0
          setIsOver(false)
          const files = [...event.dataTransfer.files]
          if (files.length > 0 && !isBusy) onFiles(multiple ? files : files.slice(0, 1))
        }}
      >
        {children}
        <div className="drop-box__ways">
          <FileButton accept={accept} multiple={multiple} loading={isBusy} onFiles={onFiles}>
            {choose}
          </FileButton>
          <span className="drop-box__drop">or drop it here</span>
        </div>
        {hint && <p className="drop-box__hint">{hint}</p>}
      </div>
    </div>
  )
}
