import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { readTemplateReport, type TemplateReport } from '#contract/template-fields.ts'
import type { DocumentTemplate } from '#contract/templates.ts'
import { call } from '#web/lib/call.ts'
import { countText } from '#web/lib/format.ts'
import { FileDialog } from '#web/ui/dialog/FileDialog.tsx'
import { Banner, FailedState, FormSkeleton } from '#web/ui/page/states.tsx'
import './report.css'
import { readiness } from './readiness.ts'
import { ResultPreview } from './ResultPreview.tsx'
import { TemplateProblems } from './TemplateProblems.tsx'

const views = ['Report', 'Result'] as const
type View = (typeof views)[number]

type Props = {
  template: DocumentTemplate
  /** What is shown first. */
  first: View
  onDownload: () => void
  onClose: () => void
}

/** What was found in a template's file, and what it makes of a job of one's choice. */
export function ReportDialog({ template, first, onDownload, onClose }: Props) {
  const [view, setView] = useState<View>(first)
  return (
    <FileDialog name={template.name} {...{ onDownload, onClose }}>
      <div className="report__views" role="group" aria-label="Show">
        {views.map(one => (
          <button
            key={one}
            type="button"
            className="report__view"
            aria-pressed={one === view}
            onClick={() => setView(one)}
          >
            {one}
          </button>
        ))}
      </div>
      {view === 'Report' ? <Report template={template} /> : <ResultPreview template={template} />}
    </FileDialog>
  )
}

function Report({ template }: { template: DocumentTemplate }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['templates', 'report', template.id, template.version],
    queryFn: ({ signal }) => call(readTemplateReport, { params: { id: template.id }, signal }),
  })
  if (data) return <Findings report={data} />
  if (!error) return <FormSkeleton fields={6} />
  return <FailedState title="The template could not be read." error={error} onRetry={() => void refetch()} />
}

function Findings({ report }: { report: TemplateReport }) {
  const { template, fields, problems, warnings, leftValues, removed } = report
  return (
    <>
      {problems.length === 0 ? (
        <Banner tone="done">{readiness({ ...template, problems })}</Banner>
      ) : (
        <Banner tone="warning">
          {readiness({ ...template, problems })} Until then these places stay blank, and you are asked before
          a document is made.
          <TemplateProblems problems={problems} templateId={template.id} />
        </Banner>
      )}
      {leftValues.length > 0 && (
        <section>
          <h3 className="report__heading">Text from a job</h3>
          <p className="report__missing">
            {leftValues.map(text => `“${text}”`).join(', ')}: the same on every paper. On the template’s page,
            make each a field or say that it is none.
          </p>
        </section>
      )}
      {template.missing.length > 0 && (
        <section>
          <h3 className="report__heading">Left empty to fill in by hand</h3>
          <p className="report__missing">
            {template.missing.join(', ')}. Documents of this kind usually have these; the product has no
            fields for them yet.
          </p>
        </section>
      )}
      {warnings.length > 0 && (
        <section>
          <h3 className="report__heading">Left as it is</h3>
          <TemplateProblems problems={warnings} templateId={template.id} />
        </section>
      )}
      {removed.length > 0 && (
        <section>
          <h3 className="report__heading">Removed for safety</h3>
          <ul className="report__removed">
            {removed.map(({ what, place }, index) => (
              <li key={`${index} ${place}`}>
                {what} <span className="report__place">from {place}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      <section>
        <h3 className="report__heading">{foundText(fields.length)}</h3>
        {fields.length > 0 && <Fields fields={fields} />}
      </section>
    </>
  )
}

const foundText = (count: number) =>
  count === 0 ? 'No field was found: every document will be the same.' : `${countText(count, 'field')} found`

const Fields = ({ fields }: Pick<TemplateReport, 'fields'>) => (
  <table className="report__fields">
    <thead>
      <tr>
        <th scope="col">Field</th>
        <th scope="col">Where</th>
      </tr>
    </thead>
    <tbody>
      {fields.map(({ name, label, places }) => (
        <tr key={name}>
          <th scope="row">
            {label}
            <code className="report__name">{name}</code>
          </th>
          <td>{places.join('; ')}</td>
        </tr>
      ))}
    </tbody>
  </table>
)
