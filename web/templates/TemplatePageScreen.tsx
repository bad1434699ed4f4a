import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { isRecordId } from '#web/lib/address.ts'
import { useDraftIsReady } from '#web/lib/kept-drafts.ts'
import { useMay } from '#web/lib/membership.ts'
import { Loaded } from '#web/ui/page/Loaded.tsx'
import { Screen } from '#web/ui/page/Screen.tsx'
import { EmptyState, NoSuchRecord } from '#web/ui/page/states.tsx'
import { templatePageQuery } from './queries.ts'
import type { Shown } from './page/page-problems.ts'
import { PAGE_DRAFT, TemplatePageEditor } from './TemplatePageEditor.tsx'

const back = <Link to="/webapp/documenttemplates">Back to Document Templates</Link>

/** The page of a template, as the address names it: where its fields are put in, changed and taken out. */
export function TemplatePageScreen() {
  const { id, job, show, at, made } = useSearch({ from: '/webapp/documenttemplates/page' })
  const mayWrite = useMay('templates:write')
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

function OnePage({ id, jobId, show, wasMade }: Props) {
  const query = useQuery(templatePageQuery(id, jobId))
  const isReady = useDraftIsReady(PAGE_DRAFT, id)
  const shown = isReady ? query : { ...query, data: undefined }
  if (shown.data === undefined)
    return (
      <Screen title="Template" summary={back}>
        <Loaded query={shown} failed="The page of the template could not be shown." fields={8}>
          {() => null}
        </Loaded>
      </Screen>
    )
  return <TemplatePageEditor page={shown.data} {...{ jobId, show, wasMade, back }} />
}
