import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import './example-job.css'
import type { useExampleJob } from './queries.ts'

const JobPicker = lazy(async () => ({ default: (await import('./JobPicker.tsx')).JobPicker }))

/** Says whose values are shown, and chooses another job. */
export function ExampleJobPicker({ job }: { job: ReturnType<typeof useExampleJob> }) {
  const [isChoosing, setIsChoosing] = useState(false)
  return (
    <div className="example-job">
      {job.name && <span>{job.name}</span>}
      <Button variant="default" size="compact-sm" onClick={() => setIsChoosing(true)}>
        {job.id ? 'Another job' : 'Choose a job'}
      </Button>
      {isChoosing && (
        <Suspense>
          <JobPicker
            title="Choose a Job"
            choose="Choose"
            takesOnly
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
