import type { ReactNode } from 'react'

type Props = { of: string; children: ReactNode }

/** Shown once for each of a list, or if there is something: decided by the server. */
export function Each({ of, children }: Props) {
  return (
    <>
      {`{{#${of}}}`}
      {children}
      {`{{/${of}}}`}
    </>
  )
}

/** Shown if there is nothing. */
export function Unless({ of, children }: Props) {
  return (
    <>
      {`{{^${of}}}`}
      {children}
      {`{{/${of}}}`}
    </>
  )
}
