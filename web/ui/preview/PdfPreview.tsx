import { GlobalWorkerOptions, getDocument, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { useEffect, useRef, useState } from 'react'
import { PageLines, PageSkeleton } from './PageSkeleton.tsx'
import { Paper } from './Paper.tsx'
import { PreviewFailure } from './PreviewFailure.tsx'
import { PreviewZoom } from './PreviewZoom.tsx'

const SHARPEST = 2
// Of a page's breadth; more would take a phone's memory for a few pages.
const MOST_PIXELS = 4096

/** A PDF drawn page by page: nothing that stands in it runs or calls anybody. */
export function PdfPreview({ file, name }: { file: Blob; name: string }) {
  const [pdf, setPdf] = useState<PDFDocumentProxy>()
  const [isBroken, setIsBroken] = useState(false)
  useEffect(() => {
    let isGone = false
    let close = () => {}
    const open = async () => {
      GlobalWorkerOptions.workerPort ??= new Worker(new URL('./pdf-worker.ts', import.meta.url), {
        type: 'module',
      })
      const data = new Uint8Array(await file.arrayBuffer())
      if (isGone) return
      const task = getDocument({ data, useWasm: false, enableXfa: false, stopAtErrors: false })
      close = () => void task.destroy()
      const opened = await task.promise
      if (!isGone) setPdf(opened)
    }
    open().catch(() => {
      if (!isGone) setIsBroken(true)
    })
    return () => {
      isGone = true
      close()
    }
  }, [file])
  if (isBroken) return <PreviewFailure name={name} />
  if (!pdf) return <PageSkeleton />
  return (
    <PreviewZoom>
      {({ width, zoom }) => (
        <Paper zoom={zoom} isTall>
          <div className="preview__pages" style={{ width: width * zoom }}>
            {Array.from({ length: pdf.numPages }, (_, index) => (
              <PdfPage key={index} pdf={pdf} number={index + 1} width={width * zoom} />
            ))}
          </div>
        </Paper>
      )}
    </PreviewZoom>
  )
}

/** One page, drawn when it comes near the window: a manual has hundreds. */
function PdfPage({ pdf, number, width }: { pdf: PDFDocumentProxy; number: number; width: number }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [isNear, setIsNear] = useState(false)
  const [failed, setFailed] = useState(false)
  const [isDrawn, setIsDrawn] = useState(false)
  useEffect(() => {
    const place = canvas.current
    if (!place) return
    const watch = new IntersectionObserver(
      entries => {
        if (entries.some(entry => entry.isIntersecting)) setIsNear(true)
      },
      { rootMargin: '600px' },
    )
    watch.observe(place)
    return () => watch.disconnect()
  }, [])
  useEffect(() => {
    const place = canvas.current
    if (!isNear || !place) return
    let stop = () => {}
    let isGone = false
    const draw = async () => {
      const page = await pdf.getPage(number)
      if (isGone) return
      // As it is turned: a page that lies on its side is wider than its sheet says.
      const { width: breadth } = page.getViewport({ scale: 1 })
      const wanted = (place.clientWidth / breadth) * Math.min(SHARPEST, window.devicePixelRatio || 1)
      const sheet = page.getViewport({ scale: wanted })
      const viewport = page.getViewport({ scale: wanted * Math.min(1, MOST_PIXELS / sheet.width) })
      place.width = Math.ceil(viewport.width)
      place.height = Math.ceil(viewport.height)
      place.style.aspectRatio = `${place.width} / ${place.height}`
      const task = page.render({ canvas: place, viewport })
      stop = () => task.cancel()
      await task.promise
      if (!isGone) setIsDrawn(true)
    }
    draw().catch(() => {
      if (!isGone) setFailed(true)
    })
    return () => {
      isGone = true
      stop()
    }
  }, [pdf, number, isNear, width])
  return (
    <figure className="preview__page">
      <canvas ref={canvas} role="img" aria-label={`Page ${number} of ${pdf.numPages}`} />
      {!isDrawn && !failed && <PageLines />}
      {failed && <figcaption>Page {number} cannot be shown; download the file to read it.</figcaption>}
    </figure>
  )
}
