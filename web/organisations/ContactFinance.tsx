import { useNavigate } from '@tanstack/react-router'
import { labelOf, quoteTypes, transportModes } from '#contract/choices.ts'
import type { PartyFinance } from '#contract/finance.ts'
import type { Organisation } from '#contract/organisations.ts'
import { usePartyFinances } from '#web/finance/queries.ts'
import { moneyText, nameOr } from '#web/lib/format.ts'
import type { Column } from '#web/ui/table/columns.ts'
import { DataTable } from '#web/ui/table/DataTable.tsx'
import { StatusDot } from '#web/ui/page/StatusDot.tsx'
import { EmptyState } from '#web/ui/page/states.tsx'
import { PartyTotal, shownTotal } from './PartyTotal.tsx'

const quoteOf = (finance: PartyFinance) => finance.quotes[0]
const jobOf = (finance: PartyFinance) => quoteOf(finance)?.shipments[0]

const columns: readonly Column<PartyFinance>[] = [
  {
    id: 'jobId',
    header: 'Job Id',
    text: finance => String(jobOf(finance)?.jobId ?? ''),
    numeric: true,
    width: 90,
  },
  { id: 'name', header: 'Name', text: finance => nameOr(jobOf(finance)?.name), width: 220 },
  {
    id: 'transportMode',
    header: 'Transport Mode',
    text: finance => labelOf(transportModes, quoteOf(finance)?.transportMode),
    width: 130,
  },
  {
    id: 'quoteType',
    header: 'Quote Type',
    text: finance => labelOf(quoteTypes, quoteOf(finance)?.quoteType),
    width: 230,
  },
  {
    id: 'total',
    header: 'Total',
    text: finance => moneyText(shownTotal(finance), finance.currency),
    render: finance => (
      <div className="party-total">
        <PartyTotal finance={finance} jobId={jobOf(finance)?.jobId} />
        {finance.hasUnchargedRates && !finance.totalIsTyped && (
          <StatusDot tone="amber">Freight rates not charged yet</StatusDot>
        )}
        {finance.lacksExchangeRate && !finance.totalIsTyped && (
          <StatusDot tone="amber">Exchange rate missing</StatusDot>
        )}
      </div>
    ),
    width: 420,
  },
]

/** What each job of this company costs; a total typed here is that job's finance total. */
export function ContactFinance({ contact }: { contact: Organisation }) {
  const navigate = useNavigate()
  const { data, error, refetch } = usePartyFinances(contact.parties[0]?.id ?? null)
  return (
    <DataTable
      label="Finance"
      columns={columns}
      rows={data}
      rowId={finance => finance.id}
      error={error}
      onRetry={() => void refetch()}
      onOpen={finance => {
        const job = jobOf(finance)
        if (job) void navigate({ to: '/webapp/shipment', search: { id: job.id } })
      }}
      empty={
        <EmptyState
          title="No jobs yet."
          hint="Jobs on which this contact is consignee, shipper, agent or carrier are listed here."
        />
      }
    />
  )
}
