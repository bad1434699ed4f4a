import { useQuery } from '@tanstack/react-query'
import { PreviewFailure } from './PreviewFailure.tsx'
import { wordPage } from './word-page.ts'

/** A Word file in a frame of its own in which no script runs and from which nothing is asked of the net. */
export function WordPreview({ file, name }: { file: Blob; name: string }) {
  const { data, error } = useQuery({
    queryKey: ['word-page', name, file.size, file],
    queryFn: () => wordPage(file, name),
    gcTime: 0,
    retry: false,
  })
  if (error) return <PreviewFailure name={name} />
  if (!data)
    return <div className="preview__skeleton skeleton" role="status" aria-label="Loading the preview" />
  return <iframe className="preview__frame" sandbox="" srcDoc={data} title={`Preview of ${name}`} />
}
