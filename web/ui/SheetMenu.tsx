import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { ImportKind } from '#contract/import-kinds.ts'
import { type SheetFormat, sheetFormats } from '#contract/sheet-formats.ts'
import { useCompanyDay } from '#web/lib/company-day.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { IconDownload } from './icons.ts'
import { MenuButton } from './MenuButton.tsx'
import { notify } from './notice/notify.ts'

const formatLabels: Record<SheetFormat, string> = { xlsx: 'Excel (.xlsx)', csv: 'CSV (.csv)' }
const inTurn = sheetFormats.toReversed()

type Props = {
  label?: string
  /** What the file holds, as its name begins: "jobs". */
  name: string
  load: (format: SheetFormat) => Promise<Blob>
  opensUp?: boolean
  /** Where such rows are brought in, for those who may. */
  importTo?: { kind: ImportKind; job?: string } | undefined
}

/** Takes a list out as a spreadsheet. */
export function SheetMenu({ label, name, load, opensUp = false, importTo }: Props) {
  const [isLoading, setIsLoading] = useState(false)
  const { today } = useCompanyDay()
  const download = async (format: SheetFormat) => {
    setIsLoading(true)
    try {
      saveFile(await load(format), `${name}-${today()}.${format}`)
    } catch (error) {
      notify.failedBecause(`The ${name} could not be exported.`, error)
    }
    setIsLoading(false)
  }
  return (
    <MenuButton
      label={label ?? (importTo ? 'Export and import' : 'Export')}
      title={importTo ? `Spreadsheets of ${name}` : `Export the ${name}`}
      icon={<IconDownload size={18} aria-hidden />}
      opensUp={opensUp}
      isLoading={isLoading}
    >
      {close => (
        <div className="menu-panel__list">
          {inTurn.map(format => (
            <button
              key={format}
              type="button"
              className="menu-panel__choice"
              onClick={() => {
                close()
                void download(format)
              }}
            >
              {formatLabels[format]}
            </button>
          ))}
          {importTo && (
            <Link className="menu-panel__choice" to="/webapp/import" search={importTo}>
              Import {name} from a spreadsheet…
            </Link>
          )}
        </div>
      )}
    </MenuButton>
  )
}
