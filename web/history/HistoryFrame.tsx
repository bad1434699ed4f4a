import { Button } from '@mantine/core'
import { IconDownload } from '#web/ui/icons.ts'
import { type ReactNode, useState } from 'react'
import { useCompanyDay } from '#web/lib/company-day.ts'
import { useMay } from '#web/lib/membership.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { LinkTabs } from '#web/ui/page/LinkTabs.tsx'
import { notify } from '#web/ui/notice/notify.ts'
import { Screen } from '#web/ui/page/Screen.tsx'
import { EmptyState } from '#web/ui/page/states.tsx'

type Props = {
  /** The shown rows as a CSV file, and what it is called without its date. */
  file: () => Promise<Blob>
  fileName: string
  children: ReactNode
}

/** What was done in the whole company, for its Administrators. */
export function HistoryFrame({ file, fileName, children }: Props) {
  const [isExporting, setIsExporting] = useState(false)
  const { today } = useCompanyDay()
  const download = async () => {
    setIsExporting(true)
    try {
      saveFile(await file(), `${fileName}-${today()}.csv`)
    } catch (failure) {
      notify.failedBecause('The history could not be exported.', failure)
    }
    setIsExporting(false)
  }
  return (
    <Screen
      title="History"
      actions={
        <Button
          variant="default"
          leftSection={<IconDownload size={18} aria-hidden />}
          loading={isExporting}
          onClick={() => void download()}
        >
          Export CSV
        </Button>
      }
    >
      <LinkTabs
        label="History"
        tabs={[
          { label: 'Changes', link: { to: '/webapp/history' } },
          { label: 'Sign-ins', link: { to: '/webapp/history/signins' } },
        ]}
      />
      {children}
    </Screen>
  )
}

export function AdministratorsOnly({ children }: { children: ReactNode }) {
  if (useMay('history:all')) return children
  return (
    <Screen title="History">
      <EmptyState
        title="Only Administrators can search the whole history."
        hint="Changes to a job or a contact are on its own History tab."
      />
    </Screen>
  )
}
