import { Button } from '@mantine/core'
import { useId } from 'react'
import { useCompanyDay } from '#web/lib/company-day.ts'
import { IconDownload } from '#web/ui/icons.ts'
import { startExport, useIsExporting } from './company-export.ts'
import { useCompany } from './queries.ts'

/** Everything of the company as one file, for those who may take it away. */
export function ExportSection() {
  const heading = useId()
  const { today } = useCompanyDay()
  const { data: company } = useCompany()
  const isExporting = useIsExporting()
  const name = (company?.name ?? 'Company').replaceAll(/[\\/:*?"<>|]/g, '_').slice(0, 100)
  return (
    <section className="form-section" aria-labelledby={heading}>
      <h2 id={heading} className="form-section__title">
        Export
      </h2>
      <p className="company-hint company-hint--long">
        One zip file with all jobs, contacts, charges, notes, e-mails, attachments, templates and the history.
        Unpack it and open index.html to read and search everything without a server. It also holds tables for
        spreadsheets, and all data to move the company to another installation. Passwords and API tokens are
        left out. The history notes who exported.
      </p>
      <div>
        <Button
          variant="default"
          leftSection={<IconDownload size={18} aria-hidden />}
          loading={isExporting}
          onClick={() => void startExport(`${name} ${today()}.zip`)}
        >
          Export this company
        </Button>
      </div>
    </section>
  )
}
