import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import type { Job } from '#contract/jobs.ts'
import { useMay } from '#web/lib/membership.ts'
import { IconDots } from '#web/ui/icons.ts'
import { MenuButton } from '#web/ui/MenuButton.tsx'
import { MenuChoices } from '#web/ui/MenuChoices.tsx'
import { notify } from '#web/ui/notice/notify.ts'
import { useNameTemplate } from './queries.ts'

const CopyJobDialog = lazy(async () => ({ default: (await import('./CopyJobDialog.tsx')).CopyJobDialog }))
const TemplateNameDialog = lazy(async () => ({
  default: (await import('./TemplateNameDialog.tsx')).TemplateNameDialog,
}))

/** What is seldom done with a whole job. */
export function JobMenu({ job }: { job: Job }) {
  const mayWrite = useMay('jobs:write')
  const navigate = useNavigate()
  const [dialog, setDialog] = useState<'copy' | 'template'>()
  const { mutateAsync: nameTemplate } = useNameTemplate(job)
  if (!mayWrite) return null
  const { templateName } = job
  const closeDialog = () => setDialog(undefined)
  const unmark = async () => {
    try {
      await nameTemplate(null)
      notify.done(`Job ${job.jobId} is no longer a template.`)
    } catch (error) {
      notify.failedBecause('The template could not be removed.', error)
    }
  }
  const choices = [
    { label: 'Copy…', run: () => setDialog('copy') },
    ...(job.master === null && job.houses.length === 0
      ? [
          {
            label: 'Make this a consolidation…',
            run: () => void navigate({ to: '/webapp/shipment/houses', search: { id: job.id, add: true } }),
          },
        ]
      : []),
    {
      label: templateName === null ? 'Use as a template…' : 'Rename the template…',
      run: () => setDialog('template'),
    },
    ...(templateName === null ? [] : [{ label: 'Stop using as a template', run: () => void unmark() }]),
  ]
  return (
    <>
      <MenuButton label="More" title="This job" icon={<IconDots size={18} aria-hidden />} isQuiet>
        {close => <MenuChoices choices={choices} close={close} />}
      </MenuButton>
      <Suspense>
        {dialog === 'copy' && <CopyJobDialog job={job} onClose={closeDialog} />}
        {dialog === 'template' && <TemplateNameDialog job={job} onClose={closeDialog} />}
      </Suspense>
    </>
  )
}
