import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import { withoutExtension } from '#contract/file-names.ts'
import type { MissingValue, Preflight } from '#contract/generation.ts'
import { type OriginalOrCopy, USUAL_COPY } from '#contract/original-or-copy.ts'
import { countText, nameOr } from '#web/lib/format.ts'
import { useMay } from '#web/lib/membership.ts'
import { PlaceLink } from '#web/ui/page/PlaceLink.tsx'
import { Banner } from '#web/ui/page/states.tsx'
import { listed } from './empty-jobs.ts'
import { type OriginalsAndCopies, templatesAsking, templatesMade } from './generation.ts'
import { NumbersToUse } from './NumbersToUse.tsx'
import { OriginalOrCopyPicker } from './OriginalOrCopyPicker.tsx'
import './preflight.css'
import { TemplateProblems } from './TemplateProblems.tsx'

export type CopyChoices = {
  originalsAndCopies: OriginalsAndCopies
  choose: (templateId: string, chosen: OriginalOrCopy) => void
}

type Props = CopyChoices & { preflight: Preflight; onLeave: () => void }

/**
 * As what papers are made that say it, and what would be blank, each line leading to where it is filled. `onLeave` is
 * called where one of them is followed.
 */
export function PreflightFindings({ preflight, onLeave, originalsAndCopies, choose }: Props) {
  const { templates, jobs } = preflight
  const made = templatesMade(templates, jobs)
  return (
    <>
      {templatesAsking(preflight).map(({ id, name }) => (
        <div key={id} className="preflight__choice">
          <OriginalOrCopyPicker
            paper={withoutExtension(name)}
            value={originalsAndCopies[id] ?? USUAL_COPY}
            onChange={chosen => choose(id, chosen)}
          />
        </div>
      ))}
      {templates.map(template => (
        <TemplateFaults
          key={template.id}
          template={template}
          isMade={made.includes(template)}
          onLeave={onLeave}
        />
      ))}
      <Refusals preflight={preflight} />
      <NumbersToUse jobs={jobs} />
      {jobs.map(job => (
        <JobFindings
          key={job.id}
          job={job}
          among={madeFor(job, made)}
          isAlone={jobs.length === 1}
          onLeave={onLeave}
        />
      ))}
      <CompanyGaps missing={jobs.flatMap(job => job.missing).filter(isOfCompany)} onLeave={onLeave} />
    </>
  )
}

type JobProps = {
  job: Preflight['jobs'][number]
  among: Preflight['templates']
  isAlone: boolean
  onLeave: () => void
}

/** What is empty, and apart from it what is there and wants a look. */
function JobFindings({ job, among, isAlone, onLeave }: JobProps) {
  const ofJob = job.missing.filter(one => !isOfCompany(one))
  const whose = isAlone ? '' : ` job ${job.jobId} ${nameOr(job.name)}`
  const groups = [
    { heading: isAlone ? 'This job lacks' : `Job ${job.jobId} ${nameOr(job.name)} lacks`, check: false },
    { heading: `Check${whose}`, check: true },
  ]
  return groups.map(({ heading, check }) => {
    const found = ofJob.filter(one => (one.check ?? false) === check)
    if (found.length === 0) return null
    return (
      <section key={heading} className="preflight__job">
        <h3 className="preflight__heading">{heading}</h3>
        <ul className="preflight__list">
          {found.map(one => (
            <li key={one.message}>
              <PlaceLink jobId={job.id} place={one.place} onClick={onLeave}>
                {one.message}
              </PlaceLink>
              <Templates of={one} among={among} onLeave={onLeave} />
            </li>
          ))}
        </ul>
      </section>
    )
  })
}

type FaultProps = {
  template: Preflight['templates'][number]
  isMade: boolean
  onLeave: () => void
}

function TemplateFaults({ template, isMade, onLeave }: FaultProps) {
  const { id, name, problems, refused } = template
  if (refused)
    return (
      <Banner tone="failed">
        {name} is left out. {refused}
      </Banner>
    )
  if (problems.length === 0 || !isMade) return null
  return (
    <Banner tone="warning">
      {name} has {countText(problems.length, 'place')} that cannot be filled. They print nothing.
      <TemplateProblems problems={problems} templateId={id} onLeave={onLeave} />
    </Banner>
  )
}

/** Papers of another mode of transport, by template: the jobs that they are not made for, and why. */
function Refusals({ preflight: { templates, jobs } }: { preflight: Preflight }) {
  return templates.map(({ id, name }) => {
    const refused = jobs.flatMap(({ jobId, refusals }) =>
      refusals.flatMap(({ templateId, message }) => (templateId === id ? [{ jobId, message }] : [])),
    )
    const [first] = refused
    if (!first) return null
    const where = jobs.length === 1 ? '' : ` for ${jobsText(refused.map(({ jobId }) => jobId))}`
    // The reasons differ in no more than the job's number: one of each kind is an example for all.
    const reasons = new Map(
      refused.map(({ message }) => [message.replaceAll(/\d+/g, ''), message] as const).toReversed(),
    )
    return (
      <Banner key={id} tone="failed">
        {name} is left out{where}. {refused.length > reasons.size && 'For example: '}
        {[...reasons.values()].toReversed().join(' ')}
      </Banner>
    )
  })
}

/** "job 5", "jobs 5, 6 and 8". */
const jobsText = (jobIds: readonly number[]) =>
  jobIds.length === 1 ? `job ${jobIds[0]}` : `jobs ${listed(jobIds.map(String))}`

/** Those of the templates that this job does not refuse. */
const madeFor = ({ refusals }: Preflight['jobs'][number], made: Preflight['templates']) =>
  made.filter(({ id }) => refusals.every(({ templateId }) => templateId !== id))

const isOfCompany = ({ place }: MissingValue) => place?.screen === 'company'

/** In one line: they are the same for every job, and are filled in once. */
function CompanyGaps({ missing, onLeave }: { missing: readonly MissingValue[]; onLeave: () => void }) {
  const mayFillIn = useMay('company:write')
  if (missing.length === 0) return null
  const labels = new Set(missing.map(({ label }) => label.replace(/^Company: /, '')))
  return (
    <section className="preflight__job">
      <h3 className="preflight__heading">Your company’s details lack</h3>
      <p className="preflight__company">
        {[...labels].join('; ')}.{' '}
        {mayFillIn ? (
          <Link to="/webapp/company" onClick={onLeave}>
            Fill them in once, under Company
          </Link>
        ) : (
          'An Administrator fills them in once, under Company.'
        )}
      </p>
    </section>
  )
}

const MAX_NAMED = 2

type TemplatesProps = { of: MissingValue; among: Preflight['templates']; onLeave: () => void }

/** Which of the templates print it, each leading to its place there for who may change it. */
function Templates({ of, among, onLeave }: TemplatesProps) {
  const mayWrite = useMay('templates:write')
  const printing = among.filter(({ id }) => of.templateIds.includes(id))
  const [only] = printing
  const place = (id: string, text: string) => (
    <Link to="/webapp/documenttemplates/page" search={{ id, show: of.label }} onClick={onLeave}>
      {text}
    </Link>
  )
  if (among.length === 1)
    return mayWrite && only ? (
      <span className="preflight__templates"> {place(only.id, 'Show in the template')}</span>
    ) : null
  if (printing.length === 0 || printing.length === among.length) return null
  const names = printing.map(({ name }) => withoutExtension(name))
  const title = names.join(', ')
  if (printing.length > MAX_NAMED)
    return (
      <span className="preflight__templates" title={title}>
        {` in ${names.length} of the ${among.length} templates`}
      </span>
    )
  return (
    <span className="preflight__templates" title={title}>
      {' in '}
      {printing.map(({ id }, index) => (
        <Fragment key={id}>
          {index > 0 && ', '}
          {mayWrite ? place(id, names[index] ?? '') : names[index]}
        </Fragment>
      ))}
    </span>
  )
}
