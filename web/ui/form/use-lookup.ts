import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import { MINIMUM_SEARCH_LENGTH } from '#contract/values.ts'
import { isTemporary } from '#web/lib/problem.ts'
import { afterRefusal } from '#web/lib/queries.ts'
import { isCodeOf, type LookupLine, narrowed, plainText, unmistakable } from './lookup-lines.ts'

/** How a text is looked up; '' stands for what was used last. */
export type Find<Line extends LookupLine> = (text: string) => {
  queryKey: readonly unknown[]
  queryFn: (context: { signal: AbortSignal }) => Promise<readonly Line[]>
}

type Looking<Line extends LookupLine> = {
  find: Find<Line>
  /** The name of what is chosen; '' where nothing is. */
  shown: string
  isSearchable?: ((text: string) => boolean) | undefined
  isWholeCode?: ((text: string) => boolean) | undefined
  onTake: (line: Line) => void
}

const TYPING_PAUSE_MS = 150
/** A lost network answers nothing and says nothing: so long a search waits for it. */
const LONGEST_WAIT_MS = 10_000
const AGAIN_MS = 5000

/** A search that fails and says so without a connection, be it gone or silent, instead of waiting. */
const connected = <Line extends LookupLine>({ queryKey, queryFn }: ReturnType<Find<Line>>) => ({
  queryKey,
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    queryFn({ signal: AbortSignal.any([signal, AbortSignal.timeout(LONGEST_WAIT_MS)]) }),
  networkMode: 'always' as const,
  retry: false,
})

const isLongEnough = (text: string) => text.length >= MINIMUM_SEARCH_LENGTH

/** What is typed into a lookup, what that finds, and when a line may be taken without being pointed at. */
export function useLookup<Line extends LookupLine>(looking: Looking<Line>) {
  const { find, shown, isSearchable = isLongEnough, isWholeCode, onTake } = looking
  /** What a person has typed and not taken a line for; undefined: the field shows what is chosen. */
  const [typed, setTyped] = useState<string>()
  const [isOpen, setIsOpen] = useState(false)
  /** Enter was pressed, or a whole code left, before the answer to what is typed was there. */
  const [isAwaited, setIsAwaited] = useState(false)
  const awaits = useRef<object>(undefined)
  const awaited = useRef<Promise<void>>(undefined)
  const client = useQueryClient()
  const [isLeft, setIsLeft] = useState(false)

  const text = typed?.trim() ?? ''
  const wanted = isSearchable(text) ? text : ''
  const [paused] = useDebouncedValue(wanted, TYPING_PAUSE_MS)
  const isLooking = isOpen || isAwaited
  const recent = useQuery({ ...find(''), enabled: isLooking })
  const found = useQuery({
    ...connected(find(paused)),
    enabled: isLooking && paused !== '',
    placeholderData: keepPreviousData,
    // What failed for want of a connection is looked up again by itself, refused or not.
    refetchInterval: ({ state }) => afterRefusal(state.error) || (isTemporary(state.error) && AGAIN_MS),
    refetchOnReconnect: true,
  })
  const isSettled = paused === wanted
  const isAnswered = wanted === '' || (isSettled && found.data !== undefined && !found.isPlaceholderData)
  const error = wanted === '' ? null : isSettled ? found.error : null
  const known = [...(found.data ?? []), ...(recent.data ?? [])]
  const lines: readonly Line[] =
    wanted !== '' && isAnswered
      ? (found.data ?? [])
      : narrowed(text === '' ? (recent.data ?? []) : known, text)
  const meant = isAnswered && text !== '' ? unmistakable(lines, text) : undefined

  const stopWaiting = () => {
    awaits.current = undefined
    setIsAwaited(false)
  }
  const settle = () => {
    setTyped(undefined)
    stopWaiting()
    setIsLeft(false)
  }
  const take = (line: Line) => {
    settle()
    setIsOpen(false)
    onTake(line)
  }
  /** Takes the line that is meant, and suits, once the answer to this very text is there; typing on gives that up. */
  const takeAwaited = async (suits: (line: Line) => boolean = () => true) => {
    const asked = { text }
    awaits.current = asked
    setIsAwaited(true)
    let answer: readonly Line[] = []
    try {
      answer = await client.fetchQuery(connected(find(text)))
    } catch {
      // The list says what failed.
    }
    if (awaits.current !== asked) return
    stopWaiting()
    const line = unmistakable(answer, text)
    if (line && suits(line)) take(line)
  }

  /** Resolves once the answer that is waited for is there, and drawn. */
  const settled = useCallback(async () => {
    if (!awaited.current) return
    await awaited.current
    await new Promise(resolve => setTimeout(resolve))
  }, [])

  return {
    typed,
    text,
    isOpen,
    lines,
    meant,
    error,
    isAnswered,
    isAwaited,
    isRecent: wanted === '' && text === '',
    isFirstLoading: recent.isPending && text === '',
    /** What a person has typed and taken no line for: '' where that is nothing, or what is chosen already. */
    untaken: plainText(text) === plainText(shown) ? '' : text,
    settled,
    /** The text was left without a line being taken: it stays, and that is said. */
    isLeft: isLeft && !isAwaited && typed !== undefined,
    type: (next: string) => {
      setTyped(next)
      stopWaiting()
      setIsLeft(false)
      setIsOpen(true)
    },
    open: () => setIsOpen(true),
    close: () => setIsOpen(false),
    /** Gives up what was typed. */
    settle,
    take,
    /** Takes the line that is meant, once the answer is there. */
    await: () => {
      if (!isAnswered && !error && !isAwaited) awaited.current = takeAwaited()
    },
    leave: () => {
      setIsOpen(false)
      if (text === '' || plainText(text) === plainText(shown)) return settle()
      const isWhole = isWholeCode?.(text) === true
      const isCode = (line: Line) => isCodeOf(line, text)
      if (isWhole && meant && isCode(meant)) return take(meant)
      setIsLeft(true)
      if (isWhole && !isAnswered && !error && !isAwaited) awaited.current = takeAwaited(isCode)
    },
    retry: () => void found.refetch(),
  }
}

export type Lookup<Line extends LookupLine> = ReturnType<typeof useLookup<Line>>
