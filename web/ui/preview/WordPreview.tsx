import { useQuery } from '@tanstack/react-query'
import { PageSkeleton } from './PageSkeleton.tsx'
import { Paper } from './Paper.tsx'
import { PreviewFailure } from './PreviewFailure.tsx'
import { PreviewZoom } from './PreviewZoom.tsx'
import { wordPage } from './word-page.ts'
import { scaleOf } from './zoom-steps.ts'

const FRAME_HEIGHT = '64vh'

/** A Word file in a frame of its own in which no script runs and from which nothing is asked of the net. */
export function WordPreview({ file, name }: { file: Blob; name: string }) {
  const { data, error } = useQuery({
    queryKey: ['word-page', name, file.size, file],
    queryFn: () => wordPage(file, name),
    gcTime: 0,
    retry: false,
  })
  if (error) return <PreviewFailure name={name} />
  if (!data) return <PageSkeleton />
  const { html, width } = data
  return (
    <PreviewZoom>
      {sheet => {
        const scale = scaleOf(width, sheet)
        // The frame is as large as it needs to be, and drawn smaller: nothing inside it could do that without a script.
        const frame = {
          width: Math.max(width, sheet.width / scale),
          height: `calc(${FRAME_HEIGHT} / ${scale})`,
          transform: `scale(${scale})`,
        }
        return (
          <Paper zoom={sheet.zoom} isTall={false}>
            <div style={{ width: frame.width * scale, height: FRAME_HEIGHT }}>
              <iframe
                className="preview__frame"
                style={frame}
                sandbox=""
                srcDoc={html}
                title={`Preview of ${name}`}
              />
            </div>
          </Paper>
        )
      }}
    </PreviewZoom>
  )
}
