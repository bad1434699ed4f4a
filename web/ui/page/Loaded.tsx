import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { FailedState, FormSkeleton } from './states.tsx'

type Props<Data> = {
  query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'refetch'>
  /** What is said where there is nothing to show: “The notes could not be loaded.” */
  failed: string
  /** How many fields’ places stand there while it loads. */
  fields: number
  children: (data: Data) => ReactNode
}

/** What the server was asked for, which stays where asking anew fails. */
export function Loaded<Data>({ query: { data, error, refetch }, failed, fields, children }: Props<Data>) {
  if (data !== undefined) return children(data)
  if (error) return <FailedState title={failed} error={error} onRetry={() => void refetch()} />
  return <FormSkeleton fields={fields} />
}
