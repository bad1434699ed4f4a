import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { isRecordId } from '#web/lib/address.ts'
import { type ReactNode, startTransition, useEffect, useMemo, useState } from 'react'
import { readDraft } from '#web/lib/drafts.ts'
import { useDraftIsReady, useDraftKey } from '#web/lib/kept-drafts.ts'
import { isProblem } from '#web/lib/problem.ts'
import { useMay } from '#web/lib/membership.ts'
import { Loaded } from '#web/ui/page/Loaded.tsx'
import { Screen } from '#web/ui/page/Screen.tsx'
import { EmptyState, NoSuchRecord } from '#web/ui/page/states.tsx'
import { useSingleClicks } from './page/use-single-clicks.ts'
import { searchedPageQuery, templatePageQuery } from './queries.ts'
import type { Shown } from './page/page-problems.ts'
import { TemplateLanguageProvider } from './page/template-language.ts'
import { begunIn, withoutSteps } from './page/unsaved-steps.ts'
import { PAGE_DRAFT, TemplatePageEditor } from './TemplatePageEditor.tsx'

const back = <Link to="/webapp/documenttemplates">Back to Document Templates</Link>

/** The page of a template, as the address names it: where its fields are put in, changed and taken out. */
export function TemplatePageScreen() {
  const { id, job, show, at, made } = useSearch({ from: '/webapp/documenttemplates/page' })
  const mayWrite = useMay('templates:write')
  useSingleClicks()
  if (id && isRecordId(id) && mayWrite)
    return (
      <OnePage
        key={id}
        id={id}
        jobId={job && isRecordId(job) ? job : undefined}
        show={{ name: show, place: at }}
        wasMade={made ?? false}
      />
    )
  return (
    <Screen title="Template" summary={back}>
      {mayWrite ? (
        <NoSuchRecord kind="document template" list="Document Templates" />
      ) : (
        <EmptyState
          title="You may not change document templates."
          hint="An administrator of your company can let you."
        />
      )}
    </Screen>
  )
}

type Props = { id: string; jobId: string | undefined; show: Shown; wasMade: boolean }

function OnePage(props: Props) {
  const isReady = useDraftIsReady(PAGE_DRAFT, props.id)
  return isReady ? <ReadPage {...props} /> : <Waiting query={UNASKED} />
}

const UNASKED = {
  ...{ data: undefined, error: null },
  refetch: () => Promise.reject(new Error('Nothing is asked for yet.')),
}

function ReadPage({ id, jobId, show, wasMade }: Props) {
  const key = useDraftKey(PAGE_DRAFT)(id)
  const [begun, setBegun] = useState(() => begunIn(readDraft(key)))
  const steps = begun.steps.map(({ changes }) => changes)
  const isSearched = steps.length > 0
  const stored = useQuery({ ...templatePageQuery(id, jobId), enabled: !isSearched })
  const searched = useQuery({ ...searchedPageQuery(id, jobId, steps), enabled: isSearched })
  const query = isSearched ? searched : stored
  const said = begun.steps.at(-1)?.dismissals
  const { data } = query
  const page = useMemo(() => data && { ...data, dismissals: [...(said ?? data.dismissals)] }, [data, said])
  const isOutdated = page && begun.version !== undefined && begun.version !== page.template.version
  // Steps of a draft name places of the version on which they were made.
  const isRefused = begun.version !== undefined && isProblem(searched.error, 'template_unusable')
  if (isOutdated || isRefused) setBegun(withoutSteps(begun))
  if (page === undefined || isOutdated) return <Waiting query={query} />
  return (
    <InPieces>
      <TemplateLanguageProvider value={page.language}>
        <TemplatePageEditor
          key={begun.round}
          page={page}
          {...{ jobId, show, wasMade, back, begun }}
          onBegun={setBegun}
        />
      </TemplateLanguageProvider>
    </InPieces>
  )
}

/** A long page is drawn in pieces, between which the browser answers; until then the screen waits as before. */
function InPieces({ children }: { children: ReactNode }) {
  const [isBegun, setIsBegun] = useState(false)
  useEffect(() => startTransition(() => setIsBegun(true)), [])
  return isBegun ? children : <Waiting query={UNASKED} />
}

const Waiting = ({ query }: { query: Parameters<typeof Loaded>[0]['query'] }) => (
  <Screen title="Template" summary={back}>
    <Loaded query={query} failed="The page of the template could not be shown." fields={8}>
      {() => null}
    </Loaded>
  </Screen>
)
