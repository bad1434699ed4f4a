import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { TransportMode } from '#contract/choices.ts'
import type { Document } from '#contract/documents.ts'
import { nameWith } from '#contract/file-names.ts'
import { type HouseList, markOfHouse } from '#contract/houses.ts'
import type { Job } from '#contract/jobs.ts'
import { MAX_ATTACHMENTS } from '#contract/mails.ts'
import { useMay } from '#web/lib/membership.ts'
import { housesQuery } from '#web/records/houses.ts'
import { askForMail } from '#web/records/mail-request.ts'
import { useTemplates } from '#web/templates/queries.ts'
import { IconMail } from '#web/ui/icons.ts'

const GenerationPicker = lazy(async () => ({
  default: (await import('#web/templates/GenerationPicker.tsx')).GenerationPicker,
}))

/** What people call the paper that each house gets: a waybill by air, a bill of lading otherwise. */
const paperOf = (transportMode: number | null) =>
  transportMode === TransportMode.air ? /house\s*(air\s*)?waybill|\bhawb\b/i : /house\s*bill|\bhbl\b/i

/** The document under the name that it will have among those of the other houses. */
function marked(document: Document, { houses }: HouseList): Document {
  const house = houses.find(({ id }) => id === document.shipmentId)
  return house ? { ...document, name: nameWith(document.name, markOfHouse(house)) } : document
}

/** Makes the bill of each house and opens one e-mail on the master with all of them, to its agent. */
export function PackButton({ master, list }: { master: Job; list: HouseList }) {
  const mayMake = useMay('documents:write')
  const maySend = useMay('mail:send')
  const { data: templates } = useTemplates()
  const [isChoosing, setIsChoosing] = useState(false)
  const client = useQueryClient()
  const { transportMode } = master.quote
  const isByAir = transportMode === TransportMode.air
  const proposed = templates?.find(({ name }) => paperOf(transportMode).test(name))
  if (!mayMake || !maySend || !templates) return null
  const isTooMany = list.total > MAX_ATTACHMENTS
  const askForPack = async (documents: readonly Document[]) => {
    // A house that had no bill's number may have got one with its bill.
    const now = await client.fetchQuery({ ...housesQuery(master.id), staleTime: 0 }).catch(() => list)
    askForMail(master.id, { kind: 'pack', documents: documents.map(document => marked(document, now)) })
  }
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
              if (documents.length > 0) void askForPack(documents)
            }}
          />
        </Suspense>
      )}
    </>
  )
}
