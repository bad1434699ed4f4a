import { organisationIn } from '#contract/job-parties.ts'
import type { Job } from '#contract/jobs.ts'
import { partyRoleLabels, partyRoles } from '#contract/parties.ts'
import { nameOr } from '#web/lib/format.ts'
import { JobMenu } from './JobMenu.tsx'
import { JobStatusDot } from './job-columns.tsx'
import { routeOf } from './route-words.ts'
import './job-templates.css'

/** What a person needs to see of the job whatever tab is open: number, name, status, route, parties. */
export function JobHeader({ job, typedName }: { job: Job; typedName: string | null }) {
  const route = routeOf(job)
  const parties = partyRoles.flatMap(role => {
    const organisation = organisationIn(job, role)
    return organisation ? [{ role, name: nameOr(organisation.name) }] : []
  })
  return (
    <header className="job-header">
      <div className="job-header__names">
        <span className="job-header__number">{job.jobId}</span>
        <h1 className="job-header__name" title={nameOr(typedName)}>
          {nameOr(typedName)}
        </h1>
        {typedName !== job.name && <span className="job-header__unsaved">not saved</span>}
        <JobStatusDot statusId={job.statusId} />
        {job.templateName !== null && (
          <span className="template-mark" title="Offered beside Create Job">
            Template “{job.templateName}”
          </span>
        )}
        {route.length > 0 && <span>{route.join(' → ')}</span>}
        <span className="job-header__menu">
          <JobMenu job={job} />
        </span>
      </div>
      {parties.length > 0 && (
        <dl className="job-header__parties">
          {parties.map(({ role, name }) => (
            <div key={role} className="job-header__party">
              <dt>{partyRoleLabels[role]}</dt>
              <dd title={name}>{name}</dd>
            </div>
          ))}
        </dl>
      )}
    </header>
  )
}
