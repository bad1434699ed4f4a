import { NativeSelect } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { MOST_COPIES } from '#contract/job-copies.ts'
import type { OtherJob } from '#contract/jobs.ts'
import { countText, nameOr } from '#web/lib/format.ts'
import { newId } from '#web/lib/new-id.ts'
import { messageOf } from '#web/lib/problem.ts'
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx'
import { notify } from '#web/ui/notice/notify.ts'
import { Banner } from '#web/ui/page/states.tsx'
import { CopiedParts, everything, type Take } from './CopiedParts.tsx'
import { useJobFormContext } from './job-form.ts'
import { useCopyJob } from './queries.ts'

const counts = Array.from({ length: MOST_COPIES }, (_, index) => String(index + 1))

/** The ids of the copies that are asked for: the same again for the same parts, whatever became of the last reply. */
function useCopyIds() {
  const known = useRef(new Map<string, string[]>())
  return (take: Take, count: number) => {
    const key = JSON.stringify(take)
    const ids = known.current.get(key) ?? counts.map(newId)
    known.current.set(key, ids)
    return ids.slice(0, count)
  }
}

/** Asks how many copies of a job are wanted and of what, makes them, and leads to them. */
export function CopyJobDialog({ job, onClose }: { job: OtherJob; onClose: () => void }) {
  const navigate = useNavigate()
  const copy = useCopyJob()
  const idsOf = useCopyIds()
  const { changed } = useJobFormContext()
  const [count, setCount] = useState('1')
  const [take, setTake] = useState(everything)
  const [made, setMade] = useState<readonly OtherJob[]>()

  if (made) return <MadeCopies made={made} source={job} onClose={onClose} />

  const run = async (hasLeft: () => boolean) => {
    const copies = await copy.mutateAsync({ id: job.id, ids: idsOf(take, Number(count)), take })
    const [first] = copies
    if (hasLeft() || !first) return
    if (copies.length > 1) {
      setMade(copies)
      return
    }
    onClose()
    notify.done(`Job ${first.jobId} is a copy of job ${job.jobId}.`)
    await navigate({ to: '/webapp/shipment', search: { id: first.id } })
  }
  return (
    <FormDialog
      title={`Copy job ${job.jobId}`}
      size="sm"
      onClose={onClose}
      onSubmit={run}
      isUnsaved={false}
      submit="Copy"
      explain={error => `The job could not be copied. ${messageOf(error)}`}
    >
      {changed.length > 0 && (
        <Banner tone="warning">
          {`${countText(changed.length, 'change')} to this job ${changed.length === 1 ? 'is' : 'are'} not saved and will not be copied.`}
        </Banner>
      )}
      <NativeSelect
        label="Number of copies"
        data={counts}
        value={count}
        data-autofocus
        onChange={event => setCount(event.currentTarget.value)}
      />
      <CopiedParts take={take} onChange={setTake} />
    </FormDialog>
  )
}

type MadeProps = { made: readonly OtherJob[]; source: OtherJob; onClose: () => void }

function MadeCopies({ made, source, onClose }: MadeProps) {
  return (
    <FormDialog
      title={`${countText(made.length, 'copy', 'copies')} of job ${source.jobId}`}
      size="sm"
      onClose={onClose}
      onSubmit={() => undefined}
      isUnsaved={false}
      submit={null}
    >
      <ul className="job-copy__made">
        {made.map(({ id, jobId, name }) => (
          <li key={id}>
            <Link to="/webapp/shipment" search={{ id }} onClick={onClose}>
              {jobId} {nameOr(name)}
            </Link>
          </li>
        ))}
      </ul>
    </FormDialog>
  )
}
