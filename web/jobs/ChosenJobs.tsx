import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { lazy, Suspense, useState } from 'react'
import { type AskedJobs, MAX_CHANGED_JOBS } from '#contract/job-changes.ts'
import { MAX_JOBS } from '#contract/generation.ts'
import { MAX_HOUSES } from '#contract/houses.ts'
import { MAX_MADE_FOR_JOBS } from '#contract/job-makings.ts'
import type { SheetFormat } from '#contract/sheet-formats.ts'
import { countText } from '#web/lib/format.ts'
import { useMay } from '#web/lib/membership.ts'
import { MenuButton } from '#web/ui/MenuButton.tsx'
import { MenuChoices } from '#web/ui/MenuChoices.tsx'
import { SheetMenu } from '#web/ui/SheetMenu.tsx'
import type { Changing, ChosenState, Making } from './use-chosen.ts'
import './job-changes.css'

const JobChangeDialogs = lazy(async () => ({
  default: (await import('./JobChangeDialogs.tsx')).JobChangeDialogs,
}))

const changes: readonly { kind: Changing; label: string }[] = [
  { kind: 'status', label: 'Status' },
  { kind: 'etd', label: 'ETD' },
  { kind: 'eta', label: 'ETA' },
  { kind: 'vessel', label: 'Vessel' },
  { kind: 'owner', label: 'Owner' },
  { kind: 'master', label: 'Set Master Job' },
  { kind: 'consolidate', label: 'Consolidate' },
  { kind: 'copy', label: 'Copy' },
]

type Props = {
  chosen: ChosenState
  total: number
  /** The chosen jobs as a file, with the columns that are shown. */
  load: (format: SheetFormat, asked: AskedJobs) => Promise<Blob>
  onMake: (what: Making) => void
}

/** What can be done with the jobs that are ticked, one at least: a bar at the bottom edge of the list. */
export function ChosenJobs({ chosen, total, load, onMake }: Props) {
  const mayWrite = useMay('jobs:write')
  const mayGenerate = useMay('documents:write')
  const maySend = useMay('mail:send')
  const [changing, setChanging] = useState<Changing | null>(null)
  const isPhone = useMediaQuery('(max-width: 640px)', false, { getInitialValueInEffect: false })
  const { count, asked, clear } = chosen
  const tooMany = count > MAX_CHANGED_JOBS
  // Houses are chosen one by one, and no more than a master lists.
  const isOff = (kind: Changing) =>
    tooMany || (kind === 'consolidate' && (chosen.isWhole || count > MAX_HOUSES))
  const tooManyToMake = count > MAX_MADE_FOR_JOBS
  /** More than one can watch is made by the server. */
  const isFew = count <= MAX_JOBS && !chosen.isWhole
  const make = (few: Making, many: Changing) => (isFew ? onMake(few) : setChanging(many))
  return (
    <section className="chosen-jobs" aria-label="Chosen jobs">
      <p className="chosen-jobs__count" role="status">
        {countText(count, 'job')} chosen
      </p>
      {chosen.canChooseAll && (
        <Button variant="subtle" className="quiet-button" onClick={chosen.chooseAll}>
          Choose all {countText(total, 'job')} that fit
        </Button>
      )}
      {mayWrite && isPhone && (
        <MenuButton label="Change" opensUp>
          {close => (
            <MenuChoices
              close={close}
              choices={changes.map(({ kind, label }) => ({
                label,
                isDisabled: isOff(kind),
                run: () => setChanging(kind),
              }))}
            />
          )}
        </MenuButton>
      )}
      {mayWrite &&
        !isPhone &&
        changes.map(({ kind, label }) => (
          <Button key={kind} variant="default" disabled={isOff(kind)} onClick={() => setChanging(kind)}>
            {label}
          </Button>
        ))}
      {mayGenerate && (isFew || mayWrite) && (
        <Button variant="default" disabled={tooManyToMake} onClick={() => make('generate', 'documents')}>
          {isPhone ? 'Generate' : `Generate for ${countText(count, 'job')}`}
        </Button>
      )}
      {maySend && (isFew || mayWrite) && (
        <Button variant="default" disabled={tooManyToMake} onClick={() => make('mail', 'mail')}>
          E-mail
        </Button>
      )}
      <SheetMenu name="jobs" opensUp load={format => load(format, asked)} />
      <Button variant="subtle" color="gray" className="quiet-button chosen-jobs__clear" onClick={clear}>
        Clear selection
      </Button>
      {tooMany ? (
        <p className="chosen-jobs__limit">At most {MAX_CHANGED_JOBS} jobs at a time.</p>
      ) : (
        (mayGenerate || maySend) &&
        tooManyToMake && (
          <p className="chosen-jobs__limit">
            Documents and e-mails are made for at most {MAX_MADE_FOR_JOBS} jobs at a time.
          </p>
        )
      )}
      {changing && (
        <Suspense>
          <JobChangeDialogs
            kind={changing}
            chosen={asked}
            count={count}
            onClose={() => setChanging(null)}
            onBegun={clear}
          />
        </Suspense>
      )}
    </section>
  )
}
