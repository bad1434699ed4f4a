import { useDraftIsReady } from '#web/lib/kept-drafts.ts'
import { useMay } from '#web/lib/membership.ts'
import { Screen } from '#web/ui/page/Screen.tsx'
import { FailedState, FormSkeleton } from '#web/ui/page/states.tsx'
import { COMPANY_DRAFT } from './company-form.ts'
import { CompanyForm } from './CompanyForm.tsx'
import { LimitsSection } from './LimitsSection.tsx'
import { useCompany } from './queries.ts'
import './company.css'

/** What the company's own papers say of it. */
export function CompanyScreen() {
  const { data: company, error, refetch } = useCompany()
  const draftIsReady = useDraftIsReady(COMPANY_DRAFT, 'settings')
  const mayWrite = useMay('company:write')
  const maySeeLimits = useMay('limits:read')
  const summary = mayWrite
    ? 'What your documents say about your company, and how they are numbered.'
    : 'What your documents say about your company. Administrators change it.'
  return (
    <Screen title="Company" summary={summary}>
      {company && draftIsReady && <CompanyForm company={company} mayWrite={mayWrite} />}
      {!company && error && (
        <FailedState title="The company could not be loaded." error={error} onRetry={() => void refetch()} />
      )}
      {(!company || !draftIsReady) && !error && <FormSkeleton fields={16} />}
      {maySeeLimits && <LimitsSection />}
    </Screen>
  )
}
