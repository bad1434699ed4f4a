import { useEffect, useRef, useState } from 'react'
import { PreviewFailure } from '#web/ui/preview/PreviewFailure.tsx'

export function ImagePreview({ file, name }: { file: Blob; name: string }) {
  const image = useRef<HTMLImageElement>(null)
  const [isBroken, setIsBroken] = useState(false)
  useEffect(() => {
    const url = URL.createObjectURL(file)
    if (image.current) image.current.src = url
    return () => URL.revokeObjectURL(url)
  }, [file])
  if (isBroken) return <PreviewFailure name={name} />
  return <img ref={image} className="preview__image" alt={name} onError={() => setIsBroken(true)} />
}
