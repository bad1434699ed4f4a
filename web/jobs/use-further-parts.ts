import { useCallback, useState } from 'react'
import { partsOfColumns, partsText } from '#contract/job-table.ts'
import { keepFurtherParts, keptFurtherParts } from '#web/lib/further-parts.ts'
import { jobPageQuery } from '#web/records/queries.ts'
import { type DashboardPage, listedPage } from './dashboard-search.ts'

/**
 * What a page of the dashboard has beside the usual columns, as the address of its call says it, and what is told of the
 * columns that are shown: those that are not would cost each row time and bytes.
 */
export function useFurtherParts(): [further: string, showing: (columns: readonly string[]) => void] {
  const [further, setFurther] = useState(keptFurtherParts)
  const showing = useCallback(
    (columns: readonly string[]) => {
      const parts = partsText(partsOfColumns(columns))
      keepFurtherParts(parts)
      setFurther(parts)
    },
    [setFurther],
  )
  return [further, showing]
}

/** The page that the dashboard begins with in this browser. */
export const firstPageQuery = (page: DashboardPage) => jobPageQuery(listedPage(page), keptFurtherParts())
