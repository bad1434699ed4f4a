import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { FieldGroup } from '#contract/template-fields.ts'
import type { TemplatePage } from '#contract/template-pages.ts'
import { templateFieldsQuery } from './queries.ts'
import type { PlaceState, RowsState } from './page/decisions.ts'
import { leftTexts, valueLikeTexts } from './page/left-text.ts'
import { splitFigures } from './page/split-figures.ts'

type Options = {
  page: TemplatePage
  jobId: string | undefined
  states: readonly PlaceState[]
  rows: readonly RowsState[]
}

/** The same on every paper of the company: what they print is meant to stay. */
const OWN = new Set(['Company', 'User', 'Paper', 'Numbers'])

/** What reads like a value of a job and is no field, as the decisions have it. */
export function useLeftTexts({ page, jobId, states, rows }: Options) {
  const { data } = useQuery({ ...templateFieldsQuery(jobId), enabled: jobId !== undefined })
  const texts = useMemo(() => valueLikeTexts(page, data ? valuesIn(data) : []), [page, data])
  return useMemo(() => {
    const left = leftTexts(texts, { page, states, rows })
    return { left, split: splitFigures(page, { left, states }) }
  }, [texts, page, states, rows])
}

const valuesIn = (groups: readonly FieldGroup[]) =>
  groups
    .filter(({ name }) => !OWN.has(name))
    .flatMap(({ fields }) => fields.flatMap(({ kind, value }) => (kind === 'text' && value ? [value] : [])))
