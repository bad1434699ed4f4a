import { useQuery } from '@tanstack/react-query'
import { Outlet, useLocation } from '@tanstack/react-router'
import { lazy, Suspense, useEffect } from 'react'
import { useWatch } from 'react-hook-form'
import type { Job } from '#contract/jobs.ts'
import { useHasUnsavedCharges } from '#web/finance/queries.ts'
import { keepCurrent } from '#web/lib/current.ts'
import { countText, nameOr } from '#web/lib/format.ts'
import { useDraftIsReady } from '#web/lib/kept-drafts.ts'
import { useMembership } from '#web/lib/membership.ts'
import { isProblem } from '#web/lib/problem.ts'
import { jobQuery } from '#web/records/queries.ts'
import { TypedDetailsContext } from '#web/records/typed-details.ts'
import { useSaveKey } from '#web/ui/form/save-key.ts'
import { useUntakenGuard } from '#web/ui/form/untaken-texts.ts'
import { LinkTabs } from '#web/ui/page/LinkTabs.tsx'
import { useTitle } from '#web/ui/page/Screen.tsx'
import { FailedState, FormSkeleton, NoSuchRecord } from '#web/ui/page/states.tsx'
import { KeptChanges } from '#web/ui/record-form/KeptChanges.tsx'
import { useLeaveGuard } from '#web/ui/record-form/leave-guard.ts'
import { JobConflict } from './JobConflict.tsx'
import { JobFormProvider, useJobForm } from './job-form.ts'
import { JobHeader } from './JobHeader.tsx'
import './jobs.css'

const ComposePicker = lazy(async () => ({
  default: (await import('#web/mails/ComposePicker.tsx')).ComposePicker,
}))

/** The Job card around its tabs. */
export function JobScreen({ jobId }: { jobId: string }) {
  // A job of its own each: nothing typed for one may reach another.
  return <LoadedJob key={jobId} jobId={jobId} />
}

function LoadedJob({ jobId }: { jobId: string }) {
  const { account } = useMembership()
  const { data: job, error, refetch } = useQuery(jobQuery(jobId))
  const name = job?.name ?? null
  const number = job?.jobId
  const draftIsReady = useDraftIsReady('job', jobId)
  useEffect(() => {
    if (number !== undefined)
      keepCurrent('currentShipment', { accountId: account.id, id: jobId, number, name })
  }, [account.id, jobId, number, name])

  if (job && draftIsReady) return <JobCard job={job} />
  if (!error) {
    return (
      <div className="screen">
        <div className="job-header" aria-hidden>
          <span className="skeleton skeleton--label" />
        </div>
        <JobTabs jobId={jobId} />
        <FormSkeleton fields={12} />
      </div>
    )
  }
  if (isProblem(error, 'not_found')) {
    return (
      <div className="screen">
        <NoSuchRecord kind="job" list="the Dashboard" />
      </div>
    )
  }
  return (
    <div className="screen">
      <FailedState title="The job could not be loaded." error={error} onRetry={() => void refetch()} />
    </div>
  )
}

function JobCard({ job }: { job: Job }) {
  useTitle(`${job.jobId} ${nameOr(job.name)}`)
  const jobForm = useJobForm(job)
  const typedName = useWatch({ control: jobForm.form.control, name: 'name' })
  useUntakenGuard()
  useLeaveGuard({
    isDirty: jobForm.changed.length > 0,
    isSaving: jobForm.isSaving,
    loss: `${countText(jobForm.changed.length, 'change')} to this job will be lost.`,
    // The job's own tabs are not leaving.
    staysAt: ({ pathname, search }) =>
      pathname.startsWith('/webapp/shipment') && (search as { id?: string }).id === job.id,
    giveUp: jobForm.forget,
  })
  useSaveKey(jobForm.save)
  const hasUnsavedCharges = useHasUnsavedCharges(job.quote.financeId)
  // Before the same frame is shown it is.
  if (!jobForm.record.isReady) return null
  return (
    <JobFormProvider value={jobForm}>
      <TypedDetailsContext value={jobForm.typed}>
        <div className="screen job-screen">
          <JobHeader job={job} typedName={typedName} />
          <JobTabs
            jobId={job.id}
            hasHouses={job.houses.length > 0}
            hasUnsavedDetails={jobForm.changed.length > 0}
            hasUnsavedCharges={hasUnsavedCharges}
          />
          {jobForm.restoredAt && <KeptChanges at={jobForm.restoredAt} onDiscard={jobForm.cancel} />}
          <Outlet />
        </div>
      </TypedDetailsContext>
      <Suspense>
        <ComposePicker job={job} />
      </Suspense>
      {jobForm.record.conflict && <JobConflict jobForm={jobForm} />}
    </JobFormProvider>
  )
}

type TabsProps = {
  jobId: string
  hasHouses?: boolean
  hasUnsavedDetails?: boolean
  hasUnsavedCharges?: boolean
}

const HOUSES = '/webapp/shipment/houses'

function JobTabs({
  jobId,
  hasHouses = false,
  hasUnsavedDetails = false,
  hasUnsavedCharges = false,
}: TabsProps) {
  const search = { id: jobId }
  // A job that becomes a consolidation has none at first.
  const isAtHouses = useLocation().pathname === HOUSES
  return (
    <LinkTabs
      label="Job"
      tabs={[
        { label: 'Details', isUnsaved: hasUnsavedDetails, link: { to: '/webapp/shipment', search } },
        { label: 'Attachments', link: { to: '/webapp/shipment/document', search } },
        {
          label: 'Finance',
          isUnsaved: hasUnsavedCharges,
          link: { to: '/webapp/shipment/finance', search },
        },
        { label: 'Items', link: { to: '/webapp/shipment/items', search } },
        ...(hasHouses || isAtHouses ? [{ label: 'Houses', link: { to: HOUSES, search } } as const] : []),
        { label: 'E-mails', link: { to: '/webapp/shipment/emails', search } },
        { label: 'Notes', link: { to: '/webapp/shipment/notes', search } },
        { label: 'History', link: { to: '/webapp/shipment/history', search } },
      ]}
    />
  )
}
