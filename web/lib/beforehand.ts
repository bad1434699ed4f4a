import type { FetchQueryOptions, QueryKey } from '@tanstack/react-query'
import { activeAccount } from './active-account.ts'
import { queryClient } from './queries.ts'

/** Asks for what a screen will need while its code is still on its way; the screen itself tells a failure. */
export async function beforehand<Key extends QueryKey, Data>(
  query: FetchQueryOptions<Data, Error, Data, Key>,
): Promise<void> {
  if (activeAccount()) await queryClient.prefetchQuery(query)
}
