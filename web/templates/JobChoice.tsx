import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import './job-choice.css'
import type { useExampleJob } from './use-example-job.ts'

const JobPicker = lazy(async () => ({ default: (await import('#web/jobs/JobPicker.tsx')).JobPicker }))

/** Says whose values are shown, and chooses another job. */
export function JobChoice({ job }: { job: ReturnType<typeof useExampleJob> }) {
  const [isChoosing, setIsChoosing] = useState(false)
  return (
    <div className="job-choice">
      {job.name && <span className="job-choice__name">{job.name}</span>}
      <Button variant="default" size="compact-sm" onClick={() => setIsChoosing(true)}>
        {job.id ? 'Another job' : 'Choose a job'}
      </Button>
      {isChoosing && (
        <Suspense>
          <JobPicker
            title="Choose a Job"
            choose="Choose"
            onClose={() => setIsChoosing(false)}
            onChosen={({ id }) => {
              setIsChoosing(false)
              job.choose(id)
            }}
          />
        </Suspense>
      )}
    </div>
  )
}
