import { Button } from '@mantine/core'
import type { MissingValue, Preflight } from '#contract/generation.ts'
import { countText, nameOr } from '#web/lib/format.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Banner } from '#web/ui/states.tsx'
import { PlaceLink } from './PlaceLink.tsx'
import './preflight.css'
import { TemplateProblems } from './TemplateProblems.tsx'

type Props = { preflight: Preflight; onBack: () => void; onClose: () => void; onGenerate: () => void }

/** What would be blank, each line leading to where it is filled; to generate anyway stays possible. */
export function PreflightDialog({ preflight, onBack, onClose, onGenerate }: Props) {
  const { templates, jobs } = preflight
  const lacking = jobs.filter(job => job.missing.length > 0)
  const isUsable = templates.some(({ refused }) => refused === null)
  return (
    <Dialog
      title="Before the documents are made"
      onClose={onClose}
      footer={
        <>
          <Button variant="default" onClick={onBack}>
            Back
          </Button>
          <Button disabled={!isUsable} onClick={onGenerate} data-autofocus>
            Generate anyway
          </Button>
        </>
      }
    >
      {templates.map(template => (
        <TemplateFaults key={template.id} template={template} />
      ))}
      {lacking.map(job => (
        <section key={job.id} className="preflight__job">
          <h3 className="preflight__heading">
            {jobs.length > 1 ? `Job ${job.jobId} ${nameOr(job.name)}` : 'This job lacks'}
          </h3>
          <ul className="preflight__list">
            {job.missing.map(missing => (
              <li key={missing.message}>
                <PlaceLink jobId={job.id} place={missing.place} onClick={onClose}>
                  {missing.message}
                </PlaceLink>
                {templates.length > 1 && <Templates of={missing} among={templates} />}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </Dialog>
  )
}

function TemplateFaults({ template }: { template: Preflight['templates'][number] }) {
  const { name, problems, refused } = template
  if (refused)
    return (
      <Banner tone="failed">
        {name} is left out. {refused}
      </Banner>
    )
  if (problems.length === 0) return null
  return (
    <Banner tone="warning">
      {name} has {countText(problems.length, 'place')} that cannot be filled. They print nothing.
      <TemplateProblems problems={problems} />
    </Banner>
  )
}

function Templates({ of, among }: { of: MissingValue; among: Preflight['templates'] }) {
  const names = among.filter(({ id }) => of.templateIds.includes(id)).map(({ name }) => name)
  return <span className="preflight__templates"> in {names.join(', ')}</span>
}
