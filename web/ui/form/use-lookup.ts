import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { MINIMUM_SEARCH_LENGTH } from '#contract/values.ts'
import { type LookupLine, narrowed, plainText, unmistakable } from './lookup-lines.ts'

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
  onTake: (line: Line) => void
}

const TYPING_PAUSE_MS = 150
const isLongEnough = (text: string) => text.length >= MINIMUM_SEARCH_LENGTH

/** What is typed into a lookup, what that finds, and when a line may be taken without being pointed at. */
export function useLookup<Line extends LookupLine>(looking: Looking<Line>) {
  const { find, shown, isSearchable = isLongEnough, onTake } = looking
  /** What a person has typed and not taken a line for; undefined: the field shows what is chosen. */
  const [typed, setTyped] = useState<string>()
  const [isOpen, setIsOpen] = useState(false)
  /** The text for which Enter was pressed before its answer was there. */
  const [awaited, setAwaited] = useState<string>()
  const [isLeft, setIsLeft] = useState(false)

  const text = typed?.trim() ?? ''
  const wanted = isSearchable(text) ? text : ''
  const [paused] = useDebouncedValue(wanted, TYPING_PAUSE_MS)
  const isLooking = isOpen || awaited !== undefined
  const recent = useQuery({ ...find(''), enabled: isLooking })
  const found = useQuery({
    ...find(paused),
    enabled: isLooking && paused !== '',
    placeholderData: keepPreviousData,
    // Without a connection it fails and says so, instead of waiting in silence.
    networkMode: 'always',
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

  const settle = () => {
    setTyped(undefined)
    setAwaited(undefined)
    setIsLeft(false)
  }
  const take = (line: Line) => {
    settle()
    setIsOpen(false)
    onTake(line)
  }
  const takeAwaited = useEffectEvent(() => {
    if (!error && meant) take(meant)
  })
  const isKnown = isAnswered || error !== null
  const isDecided = awaited === text && isKnown
  const isAwaited = awaited === text && !isKnown
  useEffect(() => {
    if (isDecided) takeAwaited()
  }, [isDecided])

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
    /** The text was left without a line being taken: it stays, and that is said. */
    isLeft: isLeft && !isAwaited && typed !== undefined,
    type: (next: string) => {
      setTyped(next)
      setAwaited(undefined)
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
      if (!isAnswered && !error) setAwaited(text)
    },
    leave: () => {
      setIsOpen(false)
      if (text === '' || plainText(text) === plainText(shown)) settle()
      else setIsLeft(true)
    },
    retry: () => void found.refetch(),
  }
}

export type Lookup<Line extends LookupLine> = ReturnType<typeof useLookup<Line>>
