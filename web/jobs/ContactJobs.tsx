import { useMediaQuery } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import type { OrganisationJob } from '#contract/contact-list.ts'
import { partyRoleLabels } from '#contract/parties.ts'
import { nameOr } from '#web/lib/format.ts'
import { useOrganisation } from '#web/organisations/queries.ts'
import type { Column } from '#web/ui/table/columns.ts'
import { DataTable } from '#web/ui/table/DataTable.tsx'
import { Pager } from '#web/ui/table/Pager.tsx'
import { TWO_LINES_HEIGHT, TwoLines } from '#web/ui/table/TwoLines.tsx'
import { EmptyState } from '#web/ui/page/states.tsx'
import { jobStatuses, labelOf } from '#contract/choices.ts'
import { JobStatusDot } from './job-columns.tsx'
import { jobsOfContactQuery } from './queries.ts'

const rolesText = ({ roles }: OrganisationJob) => roles.map(role => partyRoleLabels[role]).join(', ')

const columns: readonly Column<OrganisationJob>[] = [
  { id: 'jobId', header: 'Job Id', text: job => String(job.jobId), numeric: true, width: 84 },
  { id: 'name', header: 'Name', text: job => nameOr(job.name), grow: true },
  { id: 'roles', header: 'Roles', text: rolesText, width: 170 },
  {
    id: 'status',
    header: 'Status',
    text: job => labelOf(jobStatuses, job.statusId),
    render: job => <JobStatusDot statusId={job.statusId} />,
    width: 124,
  },
  { id: 'etd', header: 'ETD', text: job => job.etd ?? '', width: 104 },
  { id: 'eta', header: 'ETA', text: job => job.eta ?? '', width: 104 },
  { id: 'loadingPort', header: 'Loading Port', text: job => job.loadingPort ?? '', width: 140 },
  { id: 'dischargePort', header: 'Discharge Port', text: job => job.dischargePort ?? '', width: 140 },
  { id: 'destinationPort', header: 'Destination Port', text: job => job.destinationPort ?? '', width: 140 },
]

const phoneColumns: readonly Column<OrganisationJob>[] = [
  {
    id: 'job',
    header: 'Job',
    text: job => `${job.jobId} ${nameOr(job.name)}`,
    render: job => (
      <TwoLines
        lead={job.jobId}
        title={nameOr(job.name)}
        mark={job.statusId !== null && <JobStatusDot statusId={job.statusId} />}
        facts={[
          [job.loadingPort, job.dischargePort ?? job.destinationPort].filter(Boolean).join(' – '),
          rolesText(job),
          job.eta ? `ETA ${job.eta}` : job.etd && `ETD ${job.etd}`,
        ]}
      />
    ),
    grow: true,
  },
]

const PAGE_SIZE = 50

/** The jobs on which a contact has a role, the open ones first. */
export function ContactJobs({ contactId }: { contactId: string }) {
  const navigate = useNavigate()
  const router = useRouter()
  const isPhone = useMediaQuery('(max-width: 640px)', false, { getInitialValueInEffect: false })
  const [page, setPage] = useState(1)
  const [size, setSize] = useState(PAGE_SIZE)
  const { data: contact } = useOrganisation(contactId)
  const { data, error, refetch, isPlaceholderData } = useQuery(
    jobsOfContactQuery(contactId, { offset: (page - 1) * size, limit: size }),
  )
  const party = contact?.parties[0]?.id
  const total = data?.total ?? 0
  return (
    <>
      <DataTable
        key={isPhone ? 'phone' : 'desk'}
        label="Jobs of the contact"
        {...(isPhone ? { columns: phoneColumns, tapHeight: TWO_LINES_HEIGHT } : { columns })}
        rows={data?.rows}
        rowId={job => job.id}
        error={error}
        onRetry={() => void refetch()}
        isStale={isPlaceholderData}
        onOpen={({ id }) => void navigate({ to: '/webapp/shipment', search: { id } })}
        onIntent={({ id }) => void router.preloadRoute({ to: '/webapp/shipment', search: { id } })}
        toolbar={
          party !== undefined &&
          total > 0 && (
            <Link to="/webapp" search={{ tab: 'all', party }}>
              Show in Dashboard
            </Link>
          )
        }
        empty={
          <EmptyState
            title="No jobs yet."
            hint="Jobs on which this contact is consignee, shipper, agent, carrier or clearing agent are listed here."
          />
        }
      />
      {total > size && (
        <Pager
          page={page}
          size={size}
          total={total}
          onPage={setPage}
          onSize={rows => {
            setSize(rows)
            setPage(1)
          }}
          noun="jobs"
          one="job"
        />
      )}
    </>
  )
}
