import { useSyncExternalStore } from 'react'
import type { Document } from '#contract/documents.ts'
import type { MailDetails } from '#contract/mails.ts'

/** An e-mail on a job that somebody wants to write. */
export type MailRequest =
  /** The one that was begun, or a new one. */
  | { kind: 'write' }
  | { kind: 'attach'; document: Document }
  | { kind: 'forward'; mail: MailDetails }
  /** Documents of the job's houses, to its agent. */
  | { kind: 'pack'; documents: readonly Document[] }

type Asked = { jobId: string; request: MailRequest; turn: number }

let asked: Asked | undefined
let turns = 0
const listeners = new Set<() => void>()

function change(next: Asked | undefined) {
  asked = next
  for (const listener of listeners) listener()
}

/** Opens the sheet in which e-mails on the job are written, beside whichever of its tabs is shown. */
export function askForMail(jobId: string, request: MailRequest): void {
  turns += 1
  change({ jobId, request, turn: turns })
}

export function endMail(jobId: string): void {
  if (asked?.jobId === jobId) change(undefined)
}

/** What is being written on the job; another turn is another request. */
export function useMailRequest(jobId: string): Asked | undefined {
  const now = useSyncExternalStore(
    listener => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    () => asked,
  )
  return now?.jobId === jobId ? now : undefined
}
