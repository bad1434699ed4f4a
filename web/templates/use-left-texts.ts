import { useQuery } from '@tanstack/react-query'
import { startTransition, useEffect, useMemo, useState } from 'react'
import type { FieldGroup } from '#contract/template-fields.ts'
import type { TemplatePage } from '#contract/template-pages.ts'
import { readFields } from './field-syntaxes.ts'
import { templateFieldsQuery } from './queries.ts'
import type { Decisions, PlaceState, RowsState } from './page/decisions.ts'
import { inSlices } from './page/in-slices.ts'
import { jobTexts } from './page/job-texts.ts'
import {
  type Candidates,
  type LeftText,
  leftTexts,
  valueLikeByLine,
  valueLikeTexts,
} from './page/left-text.ts'
import { splitFigures } from './page/split-figures.ts'

type Options = {
  page: TemplatePage
  jobId: string | undefined
  states: readonly PlaceState[]
  rows: readonly RowsState[]
  decided: Decisions['places']
}

const NONE: Candidates = []

type Source = { page: TemplatePage; groups: readonly FieldGroup[] | undefined }
type Read = Source & { texts: Candidates }

/** What reads like a value of a job and is no field, as the decisions have it; nothing until the page has been read. */
export function useLeftTexts({ page, jobId, states, rows, decided }: Options) {
  const { data, isLoading } = useQuery({ ...templateFieldsQuery(jobId), enabled: jobId !== undefined })
  useEffect(() => inSlices(readFields(data ?? []), () => {}), [data])
  const { texts, readNow } = useValueLikeTexts({ page, groups: data }, isLoading)
  const found = useMemo(
    () => amongThem(texts ?? NONE, { page, states, rows, decided }),
    [texts, page, states, rows, decided],
  )
  return {
    ...found,
    /** The same for a save, which cannot wait until the page has been read. */
    splitNow: () => (texts ? found.split : amongThem(readNow(), { page, states, rows, decided }).split),
  }
}

function amongThem(texts: Candidates, around: Omit<Options, 'jobId'>) {
  const left = leftTexts(texts, around)
  return { left, split: splitFigures(around.page, { left, states: around.states }) }
}

/** Read once, little by little, as soon as the job's values are there. */
function useValueLikeTexts({ page, groups }: Source, isWaiting: boolean) {
  const [read, setRead] = useState<Read>()
  const isRead = read?.page === page && read.groups === groups
  useEffect(() => {
    if (isRead || isWaiting) return undefined
    const texts: LeftText[] = []
    return inSlices(
      valueLikeByLine(page, jobTexts(groups)),
      ofLine => texts.push(...ofLine),
      () => startTransition(() => setRead({ page, groups, texts })),
    )
  }, [page, groups, isRead, isWaiting])
  return {
    texts: isRead ? read.texts : undefined,
    readNow: () => {
      const texts = valueLikeTexts(page, jobTexts(groups))
      setRead({ page, groups, texts })
      return texts
    },
  }
}
