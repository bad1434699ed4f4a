import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { lazy, Suspense, useCallback, useMemo, useState } from 'react'
import { type AskedJobs, MAX_CHANGED_JOBS } from '#contract/job-changes.ts'
import { MAX_JOBS } from '#contract/generation.ts'
import { MAX_HOUSES } from '#contract/houses.ts'
import { MAX_MADE_FOR_JOBS } from '#contract/job-makings.ts'
import type { OtherJob } from '#contract/jobs.ts'
import type { SheetFormat } from '#contract/sheet-formats.ts'
import { countText } from '#web/lib/format.ts'
import { useMay } from '#web/lib/membership.ts'
import { MenuButton } from '#web/ui/MenuButton.tsx'
import { MenuChoices } from '#web/ui/MenuChoices.tsx'
import { SheetMenu } from '#web/ui/SheetMenu.tsx'
import type { JobFilters } from './dashboard-search.ts'
import './job-changes.css'

const JobChangeDialogs = lazy(async () => ({
  default: (await import('./JobChangeDialogs.tsx')).JobChangeDialogs,
}))

type Row = OtherJob

const named = ({ id, jobId, name }: Row): OtherJob => ({ id, jobId, name })

/** The jobs that are ticked, on whichever pages of the list they stand, or all that its filters find. */
export function useChosen(filters: JobFilters, rows: readonly Row[] | undefined, total: number | undefined) {
  const [ticked, setTicked] = useState<ReadonlyMap<string, OtherJob>>(new Map())
  const [wholeOf, setWholeOf] = useState<JobFilters | null>(null)
  const address = JSON.stringify(filters)
  const isWhole = wholeOf !== null && JSON.stringify(wholeOf) === address
  const ids = useMemo(
    () => new Set(isWhole ? (rows ?? []).map(({ id }) => id) : ticked.keys()),
    [isWhole, rows, ticked],
  )
  const chooseRows = useCallback(
    (some: readonly Row[], isChosen: boolean) => {
      const next = new Map(isWhole ? (rows ?? []).map(row => [row.id, named(row)]) : ticked)
      for (const row of some) {
        if (isChosen) next.set(row.id, named(row))
        else next.delete(row.id)
      }
      setWholeOf(null)
      setTicked(next)
    },
    [isWhole, rows, ticked],
  )
  const clear = useCallback(() => {
    setWholeOf(null)
    setTicked(new Map())
  }, [])
  return {
    ids,
    /** The jobs that are ticked one by one, as they were called then. */
    jobs: isWhole ? [] : [...ticked.values()],
    /** As the API takes it: a filter is sent as a filter. */
    asked: (isWhole ? { filter: filters } : { shipmentIds: [...ids] }) as AskedJobs,
    count: isWhole ? (total ?? 0) : ids.size,
    isWhole,
    /** Offered once the page is ticked and the list goes on. */
    canChooseAll:
      !isWhole &&
      rows !== undefined &&
      rows.length > 0 &&
      (total ?? 0) > rows.length &&
      rows.every(({ id }) => ids.has(id)),
    choose: (row: Row, isChosen: boolean) => chooseRows([row], isChosen),
    chooseRows,
    chooseAll: () => setWholeOf(filters),
    clear,
  }
}

export type ChosenState = ReturnType<typeof useChosen>
export type Changing =
  | 'status'
  | 'etd'
  | 'eta'
  | 'vessel'
  | 'master'
  | 'consolidate'
  | 'owner'
  | 'copy'
  | 'documents'
  | 'mail'

/** What is made for each of a few jobs while one watches: one list of them at a time. */
export type Making = 'generate' | 'mail'

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

/** What can be done with the jobs that are ticked: a bar at the bottom edge of the list. */
export function ChosenJobs({ chosen, total, load, onMake }: Props) {
  const mayWrite = useMay('jobs:write')
  const mayGenerate = useMay('documents:write')
  const maySend = useMay('mail:send')
  const [changing, setChanging] = useState<Changing | null>(null)
  const isPhone = useMediaQuery('(max-width: 640px)', false, { getInitialValueInEffect: false })
  const { count, asked, clear } = chosen
  if (count === 0) return null
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
