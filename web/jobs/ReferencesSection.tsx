import { Button } from '@mantine/core'
import { useState } from 'react'
import { useDraftIsReady, useHasDraft } from '#web/lib/kept-drafts.ts'
import { REFERENCES_DRAFT, useKinds, useReferences } from '#web/references/queries.ts'
import { ReferencesPicker } from '#web/references/ReferencesPicker.tsx'
import { IconPlus } from '#web/ui/icons.ts'
import { CardSection, Place } from './CardSection.tsx'

type Props = { jobId: string; disabled: boolean }

/** The numbers by which others know the job: offered in a line until there is one. */
export function ReferencesSection({ jobId, disabled }: Props) {
  const isReady = useDraftIsReady(REFERENCES_DRAFT, jobId)
  const references = useReferences(jobId).data
  const kinds = useKinds().data
  const hasKept = useHasDraft(REFERENCES_DRAFT, [jobId])
  const [isAdding, setIsAdding] = useState(false)
  if (!isReady || !references || !kinds) return null
  const isShown = references.length > 0 || isAdding || hasKept
  if (!isShown && disabled) return null
  const add = (
    <Button
      variant="subtle"
      size="compact-xs"
      className="card-section__offer"
      leftSection={<IconPlus size={12} aria-hidden />}
      data-field="references"
      onClick={() => setIsAdding(true)}
    >
      Add reference
    </Button>
  )
  return (
    <CardSection title="References" action={isShown ? null : add}>
      {isShown && (
        <Place span={12}>
          <div role="group" aria-label="References" data-field="references">
            <ReferencesPicker
              jobId={jobId}
              references={references}
              kinds={kinds}
              mayWrite={!disabled}
              startsNew={isAdding}
            />
          </div>
        </Place>
      )}
    </CardSection>
  )
}
