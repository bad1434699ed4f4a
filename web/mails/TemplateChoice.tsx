import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import type { Job } from '#contract/jobs.ts'
import { messageOf } from '#web/lib/problem.ts'
import { renderedMail, useMailTemplates } from '#web/mail-templates/queries.ts'
import { askMessage } from '#web/ui/dialog/message-box-store.ts'
import { fromTemplate, type ComposedMail } from './compose.ts'
import type { Missing } from './MissingList.tsx'

type Props = {
  job: Job
  written: ComposedMail
  onChosen: (written: ComposedMail, missing: readonly Missing[]) => void
  onFailed: (message: string) => void
}

/** Begins a mail from a template; asks before it replaces what somebody has typed. */
export function TemplateChoice({ job, written, onChosen, onFailed }: Props) {
  const { data: templates } = useMailTemplates()
  const [isFilling, setIsFilling] = useState(false)
  const [filled, setFilled] = useState({ subject: '', text: '' })

  const choose = async (templateId: string) => {
    if (templateId === '') return onChosen({ ...written, templateId }, [])
    const isTyped = written.text.trim() !== '' && written.text !== filled.text
    if (isTyped) {
      const isMeant = await askMessage({
        title: 'Do you want to replace what you wrote?',
        description: 'The template’s subject, text, recipients and attachments will replace it.',
        ok: 'Replace',
        destructive: true,
      })
      if (!isMeant) return
    }
    setIsFilling(true)
    onFailed('')
    try {
      const rendered = await renderedMail(templateId, job.id)
      setFilled({ subject: rendered.subject, text: rendered.text })
      const unknown = rendered.problems.map(({ message, place }) => ({
        message: `${message} In ${place} of the template; it stays blank.`,
        place: null,
      }))
      onChosen(fromTemplate(written, templateId, rendered), [...unknown, ...rendered.missing])
    } catch (error) {
      onFailed(`The template could not be used. ${messageOf(error)}`)
    }
    setIsFilling(false)
  }
  return (
    <NativeSelect
      label="Template"
      value={written.templateId}
      disabled={isFilling || !templates}
      data={[
        { value: '', label: 'No template' },
        ...(templates ?? []).map(({ id, name }) => ({ value: id, label: name })),
      ]}
      onChange={event => void choose(event.currentTarget.value)}
    />
  )
}
