import { Button } from '@mantine/core'
import { IconPencil, IconTrash } from '#web/ui/icons.ts'
import { useState } from 'react'
import type { Organisation } from '#contract/organisations.ts'
import { nameOr } from '#web/lib/format.ts'
import { isProblem } from '#web/lib/problem.ts'
import type { Column } from '#web/ui/table/columns.ts'
import { DataTable } from '#web/ui/table/DataTable.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { askMessage } from '#web/ui/dialog/message-box-store.ts'
import { notify } from '#web/ui/notice/notify.ts'
import { EmptyState } from '#web/ui/page/states.tsx'
import type { OrganisationIds } from './form.ts'
import { FurtherContactDialog } from './FurtherContactDialog.tsx'
import { useRemoveContact } from './queries.ts'

type FurtherContact = Organisation['organisationContacts'][number]

const columns: readonly Column<FurtherContact>[] = [
  { id: 'name', header: 'Name', text: row => nameOr(row.contact.name), width: 220 },
  { id: 'email', header: 'E-mail', text: row => row.contact.email ?? '', width: 280 },
  { id: 'role', header: 'Role', text: row => row.contact.role ?? '', grow: true },
]

type Props = {
  organisation: Organisation
  /** The ids of the first contact, whether it is stored already or not. */
  first: OrganisationIds['first']
  mayWrite: boolean
  /** A change here acts at once; the organisation has this version then. */
  onVersion: (version: number) => void
}

/** The people at a company beside the one whose address stands above. */
export function FurtherContacts({ organisation, first, mayWrite, onVersion }: Props) {
  const [edited, setEdited] = useState<FurtherContact | 'new'>()
  const remove = useRemoveContact()
  const others = organisation.organisationContacts.slice(1)

  const askAndRemove = async (link: FurtherContact) => {
    const isMeant = await askMessage({
      title: `Do you want to remove ${nameOr(link.contact.name)}?`,
      description: `This will remove the person from ${nameOr(organisation.name)}.`,
      destructive: true,
    })
    if (!isMeant) return
    try {
      onVersion((await remove.mutateAsync(link.id)).version)
    } catch (error) {
      if (isProblem(error, 'not_found')) notify.done(`${nameOr(link.contact.name)} had already been removed.`)
      else notify.failedBecause(`${nameOr(link.contact.name)} was not removed.`, error)
    }
  }
  const actions: Column<FurtherContact> = {
    id: 'actions',
    header: 'Actions',
    text: () => '',
    render: row => (
      <>
        <IconButton
          label={`Edit ${nameOr(row.contact.name)}`}
          icon={IconPencil}
          onClick={() => setEdited(row)}
        />
        <IconButton
          label={`Remove ${nameOr(row.contact.name)}`}
          icon={IconTrash}
          destructive
          onClick={() => void askAndRemove(row)}
        />
      </>
    ),
    width: 104,
  }

  return (
    <section className="form-section" aria-labelledby="further-contacts">
      <h2 id="further-contacts" className="form-section__title">
        Further contacts
      </h2>
      <DataTable
        label="Further contacts"
        columns={mayWrite ? [...columns, actions] : columns}
        rows={others}
        rowId={row => row.id}
        {...(mayWrite && { onOpen: setEdited })}
        toolbar={
          mayWrite && (
            <Button variant="default" onClick={() => setEdited('new')}>
              Add Person
            </Button>
          )
        }
        empty={
          <EmptyState
            title="No further contacts yet."
            hint="Add the people who should get documents and e-mails: imports, accounts, the warehouse."
          />
        }
      />
      {edited !== undefined && (
        <FurtherContactDialog
          organisation={organisation}
          first={first}
          link={edited === 'new' ? null : edited}
          onClose={() => setEdited(undefined)}
          onSaved={onVersion}
        />
      )}
    </section>
  )
}
