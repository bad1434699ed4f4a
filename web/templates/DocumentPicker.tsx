import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useId, useRef } from 'react'
import { withoutExtension } from '#contract/file-names.ts'
import type { Document } from '#contract/documents.ts'
import type { DocumentFormat } from '#contract/generation.ts'
import { Banner } from '#web/ui/page/states.tsx'
import { lastFormats } from './FormatChoice.tsx'
import { generateText, templatesMade } from './generation.ts'
import { PreflightFindings } from './PreflightFindings.tsx'
import './preflight.css'
import { documentFormatsQuery } from './queries.ts'
import { useGeneration } from './use-generation.ts'

type Props = {
  jobId: string
  template: { id: string; name: string }
  onClose: () => void
  onMade: (document: Document) => void
}

/** Makes one document of a job; what would be blank in it is said in the page, and nothing covers the job. */
export function DocumentPicker({ jobId, template, onClose, onMade }: Props) {
  const heading = useId()
  const client = useQueryClient()
  const { preflight, failure, check, generateAnyway, originalsAndCopies, choose } = useGeneration({
    jobIds: [jobId],
    onClose,
    onMade,
  })
  const begin = useEffectEvent(async () => {
    const known = await client.ensureQueryData(documentFormatsQuery).catch(() => [])
    const isWithoutPdf = known.some(one => one.format === 'pdf' && one.unavailable !== null)
    const formats: readonly DocumentFormat[] = isWithoutPdf ? ['word'] : lastFormats()
    await check([template], formats)
  })
  useEffect(() => {
    void begin()
  }, [])
  const panel = useRef<HTMLElement>(null)
  const leave = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'Escape' && panel.current?.contains(document.activeElement)) onClose()
  })
  useEffect(() => {
    document.addEventListener('keydown', leave)
    return () => document.removeEventListener('keydown', leave)
  }, [])
  if (!preflight && !failure) return null
  const isMade = preflight && templatesMade(preflight.templates, preflight.jobs).length > 0
  return (
    <section ref={panel} className="preflight-panel" aria-labelledby={heading}>
      <h2 id={heading} className="preflight-panel__title">
        Before {withoutExtension(template.name)} is made
      </h2>
      {failure && <Banner tone="failed">{failure}</Banner>}
      {preflight && (
        <PreflightFindings
          preflight={preflight}
          onLeave={onClose}
          originalsAndCopies={originalsAndCopies}
          choose={choose}
        />
      )}
      <div className="preflight-panel__buttons">
        {preflight && (
          <Button disabled={!isMade} onClick={generateAnyway} autoFocus={isMade}>
            {generateText(preflight)}
          </Button>
        )}
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
      </div>
    </section>
  )
}
