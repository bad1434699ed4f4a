import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import type { DocumentFormat } from '#contract/generation.ts'
import { formatLabels } from '#contract/generation.ts'
import { previewTemplate } from '#contract/template-fields.ts'
import { type PageChanges, previewTemplatePage } from '#contract/template-pages.ts'
import type { DocumentTemplate } from '#contract/templates.ts'
import { ExampleJobPicker } from '#web/records/ExampleJobPicker.tsx'
import { useExampleJob } from '#web/records/queries.ts'
import { callFile } from '#web/lib/call.ts'
import { EmptyState, FailedState } from '#web/ui/page/states.tsx'
import { PageSkeleton } from '#web/ui/preview/PageSkeleton.tsx'
import '#web/ui/preview/preview.css'
import { useDocumentFormats } from './queries.ts'
import { whyFailed } from './removed-template.ts'

const views = {
  word: lazy(async () => ({ default: (await import('#web/ui/preview/WordPreview.tsx')).WordPreview })),
  pdf: lazy(async () => ({ default: (await import('#web/ui/preview/PdfPreview.tsx')).PdfPreview })),
}

const NOTHING: readonly PageChanges[] = []

/** A picture of what a template makes of a job; nothing of it is kept. */
export function ResultPreview({
  template,
  jobId,
  unsaved = NOTHING,
}: {
  template: DocumentTemplate
  jobId?: string | undefined
  /** Changes of its page that are not saved. */
  unsaved?: readonly PageChanges[]
}) {
  const job = useExampleJob(jobId)
  const formats = useDocumentFormats().data ?? []
  const [format, setFormat] = useState<DocumentFormat>('word')
  return (
    <>
      <div className="report__tools">
        <ExampleJobPicker job={job} />
        <fieldset className="format-choice">
          <legend>Shown as</legend>
          {formats.map(one => (
            <label key={one.format} className="format-choice__one" title={one.unavailable ?? undefined}>
              <input
                type="radio"
                name="preview-format"
                checked={one.format === format}
                disabled={one.unavailable !== null}
                onChange={() => setFormat(one.format)}
              />
              {formatLabels[one.format]}
            </label>
          ))}
        </fieldset>
      </div>
      {job.id ? (
        <Result template={template} jobId={job.id} format={format} unsaved={unsaved} />
      ) : (
        <EmptyState title="Choose a job to preview this template." />
      )}
    </>
  )
}

type ResultProps = {
  template: DocumentTemplate
  jobId: string
  format: DocumentFormat
  unsaved: readonly PageChanges[]
}

function Result({ template, jobId, format, unsaved }: ResultProps) {
  const { data, error, refetch } = useQuery({
    queryKey: ['templates', 'preview', template.id, template.version, jobId, format, unsaved],
    queryFn: ({ signal }) =>
      unsaved.length > 0
        ? callFile(previewTemplatePage, {
            params: { id: template.id },
            body: { shipmentId: jobId, format, steps: [...unsaved] },
            signal,
          })
        : callFile(previewTemplate, {
            params: { id: template.id },
            query: { shipmentId: jobId, format },
            signal,
          }),
    gcTime: 0,
    // Without a connection it says so at once.
    networkMode: 'always',
    retry: false,
  })
  const View = views[format]
  if (error)
    return (
      <FailedState
        title="The result could not be made."
        error={new Error(whyFailed(error), { cause: error })}
        onRetry={() => void refetch()}
      />
    )
  return (
    <Suspense fallback={<PageSkeleton />}>
      {data ? <View key={`${jobId} ${format}`} file={data} name={template.name} /> : <PageSkeleton />}
    </Suspense>
  )
}
