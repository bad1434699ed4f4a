import { useOrganisation } from '#web/organisations/queries.ts'
import { RecordHistory } from './RecordHistory.tsx'

/** All that was changed on a company, its address and its people. */
export function ContactHistory({ contactId }: { contactId: string }) {
  const { data: contact } = useOrganisation(contactId)
  return (
    <RecordHistory
      label="History of the contact"
      subject={{ organisation: contactId }}
      versionOf={() => contact?.version}
    />
  )
}
