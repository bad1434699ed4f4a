import { useQuery } from '@tanstack/react-query'
import { sectionsFor } from '#contract/finance-sections.ts'
import { keptFigures, withSums } from '#contract/finance-totals.ts'
import { companyQuery } from '#web/records/company.ts'
import { useJob } from '#web/records/queries.ts'
import { useDraftIsReady } from '#web/lib/kept-drafts.ts'
import { EmptyState, FailedState, FormSkeleton } from '#web/ui/page/states.tsx'
import { FinanceForm } from './FinanceForm.tsx'
import { keptWords } from './kept-words.ts'
import { CHARGES_DRAFT, useFinance } from './queries.ts'
import { ShareOfMaster } from './ShareOfMaster.tsx'

const NO_QUOTE_TYPE = 'Please select a Quote Type on the Job Card before entering financial information.'

/** A job's charges; which sections there are follows from the quote type. */
export function FinanceTab({ jobId }: { jobId: string }) {
  const job = useJob(jobId)
  const { data: company } = useQuery(companyQuery)
  const quote = job.data?.quote
  const finance = useFinance(quote?.financeId ?? null)
  const draftIsReady = useDraftIsReady(CHARGES_DRAFT, quote?.financeId ?? null)

  const failed = job.error && !job.data ? job : finance.error && !finance.data ? finance : null
  if (failed) {
    const retry = () => void failed.refetch()
    return <FailedState title="The charges could not be loaded." error={failed.error} onRetry={retry} />
  }
  if (!job.data || !quote || !finance.data || !draftIsReady) return <FormSkeleton fields={9} />
  const charges = withSums({
    ...finance.data,
    quoteType: quote.quoteType,
    transportMode: quote.transportMode,
  })
  const share = <ShareOfMaster job={job.data} />
  if (sectionsFor(quote.quoteType).length === 0) {
    const kept = keptFigures(charges).map(one => keptWords(one, charges))
    return (
      <>
        {share}
        <EmptyState title={NO_QUOTE_TYPE} hint={kept.join(' ')} />
      </>
    )
  }

  // Kept from before the job's quote changed: what it shows would be the wrong sections.
  const isOutdated =
    finance.data.quoteType !== quote.quoteType || finance.data.transportMode !== quote.transportMode
  if (isOutdated && finance.isFetching) return <FormSkeleton fields={9} />
  return (
    <>
      {share}
      <FinanceForm
        key={`${quote.financeId} ${quote.quoteType} ${quote.transportMode}`}
        cargo={{ ...job.data, airDivisor: company?.airDivisor ?? null }}
        finance={charges}
      />
    </>
  )
}
