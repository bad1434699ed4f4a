import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { TransportMode } from '#contract/choices.ts'
import type { HouseList } from '#contract/houses.ts'
import type { Job } from '#contract/jobs.ts'
import { MAX_ATTACHMENTS } from '#contract/mails.ts'
import { useMay } from '#web/lib/membership.ts'
import { askForMail } from '#web/records/mail-request.ts'
import { useTemplates } from '#web/templates/queries.ts'
import { IconMail } from '#web/ui/icons.ts'

const GenerationPicker = lazy(async () => ({
  default: (await import('#web/templates/GenerationPicker.tsx')).GenerationPicker,
}))

/** What people call the paper that each house gets: a waybill by air, a bill of lading otherwise. */
const paperOf = (transportMode: number | null) =>
  transportMode === TransportMode.air ? /house\s*(air\s*)?waybill|\bhawb\b/i : /house\s*bill|\bhbl\b/i

/** Makes the bill of each house and opens one e-mail on the master with all of them, to its agent. */
export function PackButton({ master, list }: { master: Job; list: HouseList }) {
  const mayMake = useMay('documents:write')
  const maySend = useMay('mail:send')
  const { data: templates } = useTemplates()
  const [isChoosing, setIsChoosing] = useState(false)
  const { transportMode } = master.quote
  const isByAir = transportMode === TransportMode.air
  const proposed = templates?.find(({ name }) => paperOf(transportMode).test(name))
  if (!mayMake || !maySend || !templates) return null
  const isTooMany = list.total > MAX_ATTACHMENTS
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconMail size={18} aria-hidden />}
        disabled={isTooMany}
        {...(isTooMany && { title: `At most ${MAX_ATTACHMENTS} at a time.` })}
        onClick={() => setIsChoosing(true)}
      >
        E-mail house {isByAir ? 'waybills' : 'bills'}
      </Button>
      {isChoosing && (
        <Suspense>
          <GenerationPicker
            jobIds={list.houses.map(({ id }) => id)}
            templateIds={proposed ? [proposed.id] : []}
            onClose={() => setIsChoosing(false)}
            onEnded={documents => {
              if (documents.length > 0) askForMail(master.id, { kind: 'pack', documents })
            }}
          />
        </Suspense>
      )}
    </>
  )
}
