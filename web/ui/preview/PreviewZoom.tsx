import { Button } from '@mantine/core'
import { useElementSize, useWindowEvent } from '@mantine/hooks'
import { type ReactNode, useState } from 'react'
import { IconButton } from '#web/ui/IconButton.tsx'
import { IconZoomIn, IconZoomOut } from '#web/ui/icons.ts'
import { FIT, STEPS, stepFrom, zoomWords } from './zoom-steps.ts'

/** `width`: of the place, in CSS pixels; `zoom`: how many times as wide a page is drawn. */
export type Sheet = { width: number; zoom: number }

const isWriting = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]')

/** Pages as wide as the place that they have, smaller to see one whole, or larger to be moved about in. */
export function PreviewZoom({ children }: { children: (sheet: Sheet) => ReactNode }) {
  const { ref, width } = useElementSize()
  const [zoom, setZoom] = useState(FIT)
  useWindowEvent('keydown', event => {
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey
    if (event.key === '0' && isPlain && !isWriting(event.target)) setZoom(FIT)
  })
  return (
    <div>
      <div className="preview-zoom__tools" role="group" aria-label="Size of the preview">
        <Button
          className="quiet-button"
          variant="subtle"
          color="gray"
          size="compact-sm"
          title="0"
          aria-pressed={zoom === FIT}
          onClick={() => setZoom(FIT)}
        >
          Fit width
        </Button>
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
