import { useCallback, useRef, useState } from 'react'
import { newId } from '#web/lib/new-id.ts'
import { ApiProblem } from '#web/lib/problem.ts'

export type Upload = {
  key: string
  name: string
  /** 0 to 1. */
  progress: number
  state: 'waiting' | 'sending' | 'failed'
  /** Why it failed, in words. */
  message: string
  /** Sent again, it would be refused again. */
  isFinal?: boolean
}

export type SendFile = (
  file: File,
  onProgress: (sent: number, total: number) => void,
  /** Aborted when the person cancels. */
  signal: AbortSignal,
  /** The file's own: sent again because no answer came, it has the same one. */
  id: string,
) => Promise<void>

type Options = {
  /** Sends one file, asking whatever has to be asked; resolves when nothing is left to do. */
  send: SendFile
  explain: (error: unknown) => string
}

const INSUFFICIENT_STORAGE = 507
const hasNoRoom = (error: unknown) =>
  error instanceof ApiProblem && error.problem.status === INSUFFICIENT_STORAGE

/** Files on their way, one after the other, so that questions about them come one at a time too. */
export function useUploads({ send, explain }: Options) {
  const [uploads, setUploads] = useState<readonly Upload[]>([])
  const files = useRef(new Map<string, File>())
  const sending = useRef<{ key: string; abort: () => void } | null>(null)
  const queue = useRef<Promise<void>>(Promise.resolve())

  const update = useCallback((key: string, change: Partial<Upload>) => {
    setUploads(list => list.map(one => (one.key === key ? { ...one, ...change } : one)))
  }, [])
  const dismiss = useCallback((key: string) => {
    files.current.delete(key)
    setUploads(list => list.filter(one => one.key !== key))
  }, [])

  const enqueue = (key: string, file: File) => {
    queue.current = queue.current.then(async () => {
      if (!files.current.has(key)) return
      const controller = new AbortController()
      sending.current = { key, abort: () => controller.abort() }
      try {
        // Until the first bytes leave, there may be a question to answer.
        await send(
          file,
          (sent, total) => update(key, { state: 'sending', progress: total > 0 ? sent / total : 0 }),
          controller.signal,
          key,
        )
        dismiss(key)
      } catch (error) {
        update(key, { state: 'failed', message: explain(error), isFinal: hasNoRoom(error) })
      }
      sending.current = null
    })
  }

  const add = (chosen: readonly File[]) => {
    for (const file of chosen) {
      const key = newId()
      files.current.set(key, file)
      setUploads(list => [...list, { key, name: file.name, progress: 0, state: 'waiting', message: '' }])
      enqueue(key, file)
    }
  }
  const retry = (key: string) => {
    const file = files.current.get(key)
    if (!file) return
    update(key, { state: 'waiting', message: '' })
    enqueue(key, file)
  }
  /** Stops a file on its way, or takes it out of the queue. */
  const cancel = (key: string) => {
    dismiss(key)
    if (sending.current?.key === key) sending.current.abort()
  }
  return { uploads, add, retry, dismiss: cancel }
}
