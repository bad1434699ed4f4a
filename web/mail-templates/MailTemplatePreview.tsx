import { useDebouncedValue } from '@mantine/hooks'
import { type Control, useWatch } from 'react-hook-form'
import { ExampleJobPicker } from '#web/records/ExampleJobPicker.tsx'
import { useExampleJob } from '#web/records/queries.ts'
import { messageOf } from '#web/lib/problem.ts'
import { MailFrame } from '#web/ui/preview/MailFrame.tsx'
import { Banner, EmptyState } from '#web/ui/page/states.tsx'
import type { MailTemplateValues } from './form.ts'
import { useMailTemplatePreview } from './queries.ts'

/** What a template makes of a job, while it is being written. */
export function MailTemplatePreview({ control }: { control: Control<MailTemplateValues> }) {
  const [subject, text] = useWatch({ control, name: ['subject', 'text'] })
  const job = useExampleJob()
  const [written] = useDebouncedValue({ subject: subject ?? '', text: text ?? '' }, 400)
  const { data, error } = useMailTemplatePreview(written, job.id)
  return (
    <section className="mail-template-preview" aria-labelledby="mail-template-preview">
      <div className="mail-template-preview__head">
        <h3 id="mail-template-preview" className="mail-template-preview__title">
          Preview
        </h3>
        <ExampleJobPicker job={job} />
      </div>
      {!job.id && <EmptyState title="Choose a job to preview the template." />}
      {error && <Banner tone="failed">{messageOf(error)}</Banner>}
      {data && (
        <>
          {data.problems.length > 0 && (
            <Banner tone="warning">
              These places cannot be filled and stay blank:
              <ul className="mail-template-problems">
                {data.problems.map((problem, index) => (
                  <li key={`${index} ${problem.place}`}>
                    {problem.message} In {problem.place}.
                  </li>
                ))}
              </ul>
            </Banner>
          )}
          <p className="mail-template-preview__subject">{data.subject}</p>
          <MailFrame html={data.html} title="Preview of the e-mail" />
        </>
      )}
    </section>
  )
}
