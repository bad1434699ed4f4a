import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { renderedMail } from '#web/mail-templates/queries.ts'
import { messageOf } from '#web/lib/problem.ts'
import { Banner } from '#web/ui/page/states.tsx'
import { MailBody } from './MailBody.tsx'

/** The e-mail that a template makes for a job, made when somebody opens it. */
export function MailPreview({ templateId, jobId }: { templateId: string; jobId: string }) {
  const [isOpen, setIsOpen] = useState(false)
  const { data, error } = useQuery({
    queryKey: ['mail for a job', templateId, jobId],
    queryFn: () => renderedMail(templateId, jobId),
    enabled: isOpen,
    gcTime: 0,
  })
  return (
    <details onToggle={event => setIsOpen(event.currentTarget.open)}>
      <summary>Preview</summary>
      {error && <Banner tone="failed">{`The e-mail could not be shown. ${messageOf(error)}`}</Banner>}
      {data && <MailBody html={data.html} text={data.text} />}
    </details>
  )
}
