import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import { MOST_PAGE_STEPS, type PageDifference, type TemplatePage } from '#contract/template-pages.ts'
import { ExampleJobPicker } from '#web/records/ExampleJobPicker.tsx'
import { useChosenJob } from '#web/records/queries.ts'
import { useDraftKey } from '#web/lib/kept-drafts.ts'
import { useSaveKey } from '#web/ui/form/save-key.ts'
import { Screen } from '#web/ui/page/Screen.tsx'
import { Banner } from '#web/ui/page/states.tsx'
import { KeptChanges } from '#web/ui/record-form/KeptChanges.tsx'
import { useLeaveGuard } from '#web/ui/record-form/leave-guard.ts'
import { PageActions } from './PageActions.tsx'
import { PageDialogs } from './PageDialogs.tsx'
import { PageResultDialog } from './PageResultDialog.tsx'
import { PageSaved } from './PageSaved.tsx'
import { PageSaveBar } from './PageSaveBar.tsx'
import { PageSaving } from './PageSaving.tsx'
import { PageSide } from './PageSide.tsx'
import { changesOf, isNothing, NOTHING_DECIDED, statesOf } from './page/decisions.ts'
import { dismissalsOf } from './page/dismissals.ts'
import { PageSheet } from './page/PageSheet.tsx'
import { showLeft } from './page/LeftTextList.tsx'
import { useLeftTexts } from './use-left-texts.ts'
import { keepFocus, revealText } from './page/reveal.ts'
import type { Saving } from './page/SaveButton.tsx'
import { SelectionButton } from './page/SelectionButton.tsx'
import { useDecisions } from './page/use-decisions.ts'
import type { Shown } from './page/page-problems.ts'
import { usePageEditing } from './page/use-page-editing.ts'
import { PageProblems } from './PageProblems.tsx'
import { undecidedOf } from './page/undecided.ts'
import { useIsNarrow } from './page/use-is-narrow.ts'
import { type Begun, changesIn, oneStepBack, oneStepOn, withoutSteps } from './page/unsaved-steps.ts'
import { UndecidedDialog } from './UndecidedDialog.tsx'
import { usePageSave } from './use-page-save.ts'
import './page-editor.css'

export const PAGE_DRAFT = 'template-page'
const PAGE = '/webapp/documenttemplates/page'
const NO_DIFFERENCES: readonly PageDifference[] = []

type Props = {
  page: TemplatePage
  jobId: string | undefined
  /** The mistake whose place is shown first. */
  show: Shown
  /** The template was made just now from a document: whoever gives up may want it deleted. */
  wasMade: boolean
  back: ReactNode
  begun: Begun
  onBegun: (begun: Begun) => void
}

/** The page of a template beside the list of its fields: what is decided is kept here until it is saved. */
export function TemplatePageEditor({ page, jobId, show, wasMade, back, begun, onBegun }: Props) {
  const { template } = page
  const navigate = useNavigate({ from: PAGE })
  const { steps } = begun
  const chooseJob = (id: string | undefined) =>
    void navigate({
      // Once it is saved another job is only tried: the document was not made for it.
      search: ({ made, job: _, ...before }) => ({
        ...before,
        ...(id !== undefined && { job: id }),
        ...(made && template.version === 1 && { made }),
      }),
    })
  const decided = useDecisions(useDraftKey(PAGE_DRAFT)(template.id), page, {
    begun,
    onStepBack: () => {
      onBegun(oneStepBack(begun))
      chooseJob(steps.at(-1)?.jobId)
    },
  })
  const sent = useMemo(() => changesOf(page, decided.now), [page, decided.now])
  const dismissals = useMemo(
    () => dismissalsOf(page, statesOf(page, decided.now), decided.now.places),
    [page, decided.now],
  )
  const unsaved = [...steps.map(({ changes }) => changes), ...(changesIn(sent) > 0 ? [sent] : [])]
  const [isFull, setIsFull] = useState(false)
  /** Nothing is lost: the page is searched with what was changed on it. */
  const searchAgain = (id: string | undefined) => {
    const mustStep = changesIn(sent) > 0
    const hasRoom = !mustStep || steps.length < MOST_PAGE_STEPS
    setIsFull(!hasRoom)
    if (!hasRoom) return
    if (mustStep) onBegun(oneStepOn(begun, { changes: sent, decisions: decided.now, jobId, dismissals }))
    // The page begins with what is decided now, not with what it began with before.
    else if (begun.decisions) onBegun({ ...begun, decisions: decided.now })
    chooseJob(id)
  }
  const job = useChosenJob(jobId, searchAgain)
  const { save, isSaving, failure, saved, dismissSaved } = usePageSave({
    ...{ page, jobId, decided, wasMade, begun },
    onStored: () => onBegun(withoutSteps(begun)),
  })
  const editing = usePageEditing({ page, decided, show, differences: saved?.differences ?? NO_DIFFERENCES })
  const [preview, setPreview] = useState<'own' | 'other'>()
  // On a telephone alone; elsewhere it always stands beside the page.
  const [isListOpen, setIsListOpen] = useState(false)
  const [isAsking, setIsAsking] = useState(false)
  const [isAllShown, setIsAllShown] = useState(false)

  const isDirty = !isNothing(decided.now) || steps.length > 0
  const discard = () => {
    decided.begin(NOTHING_DECIDED)
    if (steps.length > 0) onBegun({ ...withoutSteps(begun), decisions: NOTHING_DECIDED })
    editing.root.current?.focus({ preventScroll: true })
  }
  const count = unsaved.reduce((sum, changes) => sum + changesIn(changes), 0)
  const isUnsaved = count > 0 || dismissals.length !== page.dismissals.length
  useLeaveGuard({
    isDirty,
    isSaving,
    loss: 'What you decided on this page is not saved yet and will be lost.',
    staysAt: ({ pathname, search }) => pathname === PAGE && idIn(search) === template.id,
    giveUp: decided.giveUp,
  })
  const { left, split, splitNow } = useLeftTexts({
    page,
    jobId,
    states: editing.states,
    rows: editing.look.rows,
    decided: decided.now.places,
  })
  const values = editing.states.filter(({ kind }) => kind === 'found' || kind === 'asked')
  const more = values.filter(({ status }) => status !== 'dismissed')
  const isNoneFound =
    jobId !== undefined && wasMade && template.version === 1 && values.length + steps.length === 0
  const undecided = undecidedOf(page, editing.states, editing.look.rows)
  const newlySplit = split.filter(({ isNew }) => isNew)
  const mustAsk = undecided.places.length + newlySplit.length > 0
  const askOrSave = () =>
    undecided.places.length > 0 || splitNow().some(({ isNew }) => isNew) ? setIsAsking(true) : void save()
  useSaveKey(() => isUnsaved && !isSaving && askOrSave())

  // A button that has saved has nothing to do any more.
  useEffect(() => {
    if (isSaving || saved) keepFocus(editing.root.current)
  }, [isSaving, saved, editing.root])
  // What came of it stands above the page.
  useEffect(() => {
    if (failure || saved) editing.root.current?.parentElement?.scrollIntoView({ block: 'start' })
  }, [failure, saved, editing.root])

  const isNarrow = useIsNarrow(editing.root)
  const saving: Saving = {
    ...{ count, isUnsaved, isSaving, onSave: askOrSave },
    ...{ mayUndo: decided.mayUndo, onUndo: editing.undo },
  }

  const { chooser, making, placing, texts } = editing
  return (
    <Screen
      title={template.name}
      summary={
        <div className="page-editor__summary">
          {back}
          <ExampleJobPicker job={job} />
          {jobId !== undefined && changesIn(sent) > 0 && !isNothing(decided.now) && (
            <Button variant="default" size="compact-sm" onClick={() => searchAgain(jobId)}>
              Search again
            </Button>
          )}
        </div>
      }
      actions={
        <PageActions
          {...{ editing, template, wasMade }}
          onGiveUp={decided.giveUp}
          onPreview={() => setPreview('own')}
        />
      }
    >
      {decided.restoredAt && isDirty && <KeptChanges at={decided.restoredAt} onDiscard={discard} />}
      {failure && <Banner tone="failed">{failure}</Banner>}
      {isFull && (
        <Banner tone="failed">
          The page was searched {MOST_PAGE_STEPS} times since the last save. Save the template, then search
          again.
        </Banner>
      )}
      <PageSaving isSaving={isSaving} />
      {isNoneFound && job.name !== '' && (
        <Banner tone="warning">
          No value of {job.name.replace(/^Job/, 'job')} stands in this document. Choose another job.{' '}
          <ExampleJobPicker job={{ ...job, name: '' }} />
        </Banner>
      )}
      {saved && (
        <PageSaved
          differences={saved.differences}
          onShowDifference={editing.showDifference}
          job={job.name}
          found={more.length}
          onShowFound={() => more[0] && editing.actions.go(more[0].key)}
          left={left.length}
          onShowLeft={() => {
            flushSync(() => setIsListOpen(true))
            showLeft(editing.root.current)
          }}
          onPreview={() => setPreview('other')}
          onDismiss={() => {
            editing.root.current?.focus({ preventScroll: true })
            dismissSaved()
          }}
        />
      )}
      <PageProblems
        problems={page.problems}
        states={editing.states}
        onShow={editing.showProblem}
        actions={editing.actions}
        closingOf={editing.closingOf}
        onClose={editing.putClosing}
        unclosedAlone={editing.unclosedAlone}
        onEnclose={editing.encloseLines}
      />
      {editing.look.isInserting && (
        <Banner tone="done" onDismiss={placing.stop}>
          Click where {placing.placing ? `“${placing.placing.choice.label}”` : 'the field'} goes.
          {!isNarrow && ' With the keyboard: Tab to a line, move with ← and →, then press Enter.'}
        </Banner>
      )}
      <p className="page-editor__spoken" role="status">
        {editing.announcement}
      </p>
      <p className="page-editor__spoken" role="status">
        {texts.selected && (texts.refusal || `“${texts.text.slice(0, 60)}” is selected.`)}
      </p>
      <div className="page-editor" ref={editing.root} tabIndex={-1} data-editor>
        <div className="page-editor__columns">
          <div className="page-editor__page">
            <PageSheet
              page={page}
              {...editing.look}
              onPlace={key => {
                setIsListOpen(false)
                setIsAllShown(false)
                editing.actions.go(key)
              }}
              onCaret={placing.setCaret}
              onInsert={editing.insertAt}
              onStop={placing.stop}
              drag={{
                start: placing.drag,
                isOn: placing.isDragging,
                drop: placing.drop,
                end: placing.endDrag,
              }}
              onLine={making.choose}
              onSelected={making.select}
            />
            {!making.isOpen && !chooser && <SelectionButton {...texts} />}
          </div>
          <PageSide
            {...{ editing, left, split, isListOpen, isAllShown, isNarrow, saving }}
            jobId={job.id}
            onListOpen={setIsListOpen}
            onAllShown={setIsAllShown}
          />
        </div>
      </div>
      {!isNarrow && <PageSaveBar {...saving} />}
      {isAsking && mustAsk && (
        <UndecidedDialog
          undecided={undecided}
          split={newlySplit}
          onDecide={editing.actions.go}
          onShowFigure={figure => revealText(editing.root.current, figure)}
          onLeaveRows={() => editing.leaveAllRows(undecided.rows.map(({ key }) => key))}
          onSave={() => void save()}
          onClose={() => setIsAsking(false)}
        />
      )}
      <PageDialogs editing={editing} language={page.language} jobId={job.id} />
      {preview && (
        <PageResultDialog
          template={template}
          jobId={job.id}
          isOther={preview === 'other'}
          unsaved={unsaved}
          onClose={() => setPreview(undefined)}
        />
      )}
    </Screen>
  )
}

const idIn = (search: unknown) =>
  typeof search === 'object' && search !== null && 'id' in search ? search.id : undefined
