import { Button } from '@mantine/core'
import { useCallback, useState } from 'react'
import { MAX_JOBS } from '#contract/generation.ts'
import { countText } from '#web/lib/format.ts'

/** The jobs that are ticked, on whichever pages of the list they stand. */
export function useChosen() {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const choose = useCallback(({ id }: { id: string }, isChosen: boolean) => {
    setChosen(before => {
      const next = new Set(before)
      if (isChosen) next.add(id)
      else next.delete(id)
      return next
    })
  }, [])
  return [chosen, choose, () => setChosen(new Set())] as const
}

type Props = { count: number; onGenerate: () => void; onClear: () => void }

/** What can be done with the jobs that are ticked. */
export function ChosenJobs({ count, onGenerate, onClear }: Props) {
  if (count === 0) return null
  const tooMany = count > MAX_JOBS
  return (
    <>
      <Button variant="subtle" color="gray" className="quiet-button" onClick={onClear}>
        Clear selection
      </Button>
      <Button
        variant="default"
        disabled={tooMany}
        title={tooMany ? `At most ${MAX_JOBS} jobs at a time.` : undefined}
        onClick={onGenerate}
      >
        Generate for {countText(count, 'job')}
      </Button>
    </>
  )
}
