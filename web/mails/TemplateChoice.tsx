import { NativeSelect } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Job } from '#contract/jobs.ts'
import { messageOf } from '#web/lib/problem.ts'
import { renderedMail, useMailTemplates } from '#web/mail-templates/queries.ts'
import { askMessage } from '#web/ui/dialog/message-box-store.ts'
import { fromTemplate, type ComposedMail } from './compose.ts'
import type { Missing } from './MissingList.tsx'

type Props = {
  job: Job
  written: ComposedMail
  /** The document template that made what is attached; null for none. */
  madeBy: string | null
  /** The cursor begins here. */
  hasFocus: boolean
  /** What is written is changed by `fill`: people may have gone on while the template was filled. */
  onChosen: (fill: (before: ComposedMail) => ComposedMail, missing: readonly Missing[]) => void
  onFailed: (message: string) => void
}

/** Whoever waits longer, in milliseconds, is told. */
const TOLD_AFTER = 300

/** Begins a mail from a template; asks before it replaces what somebody has typed. */
export function TemplateChoice({ job, written, madeBy, hasFocus, onChosen, onFailed }: Props) {
  const { data: templates } = useMailTemplates()
  /** The template that is being filled; '' for none. */
  const [filling, setFilling] = useState('')
  const latest = useRef(0)
  const [isSlow] = useDebouncedValue(filling !== '', TOLD_AFTER)
  const [filled, setFilled] = useState({ subject: '', text: '' })

  const attachedFrom = ({ documentIds }: ComposedMail) =>
    job.documents.filter(({ id }) => documentIds.includes(id)).map(one => one.templateId)
  const choose = async (templateId: string) => {
    latest.current += 1
    const turn = latest.current
    if (templateId === '') {
      setFilling('')
      return onChosen(before => ({ ...before, templateId }), [])
    }
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
    setFilling(templateId)
    onFailed('')
    try {
      const rendered = await renderedMail(templateId, job.id)
      // Another was chosen meanwhile.
      if (turn !== latest.current) return
      setFilled({ subject: rendered.subject, text: rendered.text })
      const unknown = rendered.problems.map(({ message, place }) => ({
        message: `${message} In ${place} of the template; it stays blank.`,
        place: null,
      }))
      onChosen(
        before => {
          const next = fromTemplate(before, templateId, rendered)
          // What it would make is attached already.
          return { ...next, madeFrom: next.madeFrom.filter(id => !attachedFrom(before).includes(id)) }
        },
        [...unknown, ...rendered.missing],
      )
    } catch (error) {
      if (turn === latest.current) onFailed(`The template could not be used. ${messageOf(error)}`)
    }
    if (turn === latest.current) setFilling('')
  }
  const begin = useEffectEvent((id: string) => void choose(id))
  const fitting =
    madeBy === null ? [] : (templates ?? []).filter(one => one.documentTemplateIds.includes(madeBy))
  const fits = fitting.length === 1 ? fitting[0]?.id : undefined
  useEffect(() => {
    if (!fits) return undefined
    const timer = setTimeout(() => begin(fits))
    return () => clearTimeout(timer)
  }, [fits])
  return (
    <NativeSelect
      label="Template"
      data-autofocus={hasFocus || undefined}
      value={filling || written.templateId}
      aria-busy={filling !== ''}
      {...(filling !== '' && isSlow && { description: <span role="status">Filling…</span> })}
      data={[
        { value: '', label: 'No template' },
        ...(templates ?? []).map(({ id, name }) => ({ value: id, label: name })),
      ]}
      onChange={event => void choose(event.currentTarget.value)}
    />
  )
}
