import { useDraftIsReady } from '#web/lib/kept-drafts.ts'
import { useMay } from '#web/lib/membership.ts'
import { KindsPicker } from '#web/references/KindsPicker.tsx'
import { Screen } from '#web/ui/page/Screen.tsx'
import { Loaded } from '#web/ui/page/Loaded.tsx'
import { COMPANY_DRAFT } from './company-form.ts'
import { CompanyForm } from './CompanyForm.tsx'
import { ExportSection } from './ExportSection.tsx'
import { LimitsSection } from './LimitsSection.tsx'
import { useCompany } from './queries.ts'
import './company.css'

/** What the company's own papers say of it. */
export function CompanyScreen() {
  const company = useCompany()
  const draftIsReady = useDraftIsReady(COMPANY_DRAFT, 'settings')
  const mayWrite = useMay('company:write')
  const mayExport = useMay('company:export')
  const maySeeLimits = useMay('limits:read')
  const summary = mayWrite
    ? 'What your documents say about your company, and how they are numbered.'
    : 'What your documents say about your company. Administrators change it.'
  return (
    <Screen title="Company" summary={summary}>
      <Loaded query={company} failed="The company could not be loaded." fields={16}>
        {stored =>
          draftIsReady && (
            <CompanyForm company={stored} mayWrite={mayWrite}>
              {mayWrite && <KindsPicker />}
              {maySeeLimits && <LimitsSection />}
              {mayExport && <ExportSection />}
            </CompanyForm>
          )
        }
      </Loaded>
    </Screen>
  )
}
