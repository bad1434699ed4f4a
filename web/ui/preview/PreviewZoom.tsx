import { useElementSize } from '@mantine/hooks'
import { type ReactNode, useState } from 'react'
import { IconButton } from '#web/ui/IconButton.tsx'
import { IconZoomIn, IconZoomOut } from '#web/ui/icons.ts'
import { STEPS, stepFrom, zoomWords } from './zoom-steps.ts'

/** `width`: of the place, in CSS pixels; `zoom`: how many times as wide a page is drawn. */
export type Sheet = { width: number; zoom: number }

/** Pages as wide as the place that they have, or several times that, to be moved about in. */
export function PreviewZoom({ children }: { children: (sheet: Sheet) => ReactNode }) {
  const { ref, width } = useElementSize()
  const [zoom, setZoom] = useState(1)
  return (
    <div>
      <div className="preview-zoom__tools" role="group" aria-label="Size of the preview">
        <IconButton
          icon={IconZoomOut}
          label="Zoom out"
          disabled={zoom === STEPS[0]}
          onClick={() => setZoom(stepFrom(zoom, -1))}
        />
        <output className="preview-zoom__now">{zoomWords(zoom)}</output>
        <IconButton
          icon={IconZoomIn}
          label="Zoom in"
          disabled={zoom === STEPS.at(-1)}
          onClick={() => setZoom(stepFrom(zoom, 1))}
        />
      </div>
      <div ref={ref} className="preview-zoom__place">
        {width > 0 && children({ width, zoom })}
      </div>
    </div>
  )
}
