import { Button, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { contactLabels, type Country, type Organisation } from '#contract/organisations.ts'
import { MINIMUM_SEARCH_LENGTH } from '#contract/values.ts'
import { nameOr } from '#web/lib/format.ts'
import { useMay } from '#web/lib/membership.ts'
import type { Column } from '#web/ui/table/columns.ts'
import { DataTable } from '#web/ui/table/DataTable.tsx'
import { Pager } from '#web/ui/table/Pager.tsx'
import { SheetMenu } from '#web/ui/SheetMenu.tsx'
import { Screen } from '#web/ui/page/Screen.tsx'
import { EmptyState } from '#web/ui/page/states.tsx'
import { OrganisationDialog } from './OrganisationPicker.tsx'
import { contactsFile, useCountries, useOrganisations } from './queries.ts'

/** Its first address, which the contact's own form shows. */
const addressOf = ({ organisationContacts: [first] }: Organisation) => first?.contact

function contactColumns(countries: readonly Country[]): readonly Column<Organisation>[] {
  const countryNames = new Map(countries.map(({ id, name }) => [id, name]))
  const countryName = (id: string | null | undefined) => (id ? (countryNames.get(id) ?? id) : '')
  return [
    { id: 'name', header: 'Name', text: contact => nameOr(contact.name), grow: true },
    { id: 'city', header: contactLabels.city, text: contact => addressOf(contact)?.city ?? '', width: 160 },
    {
      id: 'country',
      header: contactLabels.countryId,
      text: contact => countryName(addressOf(contact)?.countryId),
      width: 180,
    },
    {
      id: 'telephone',
      header: contactLabels.telephone,
      text: contact => addressOf(contact)?.telephone ?? addressOf(contact)?.mobile ?? '',
      width: 170,
    },
    {
      id: 'email',
      header: contactLabels.email,
      text: contact => addressOf(contact)?.email ?? '',
      width: 260,
    },
  ]
}

const PAGE_SIZE = 50
const TYPING_PAUSE = 250

/** Every company that the account deals with. */
export function ContactsScreen() {
  const navigate = useNavigate()
  const { search = '', page = 1, size = PAGE_SIZE } = useSearch({ from: '/webapp/contacts' })
  const [isCreating, setIsCreating] = useState(false)
  const mayCreate = useMay('organisations:write')
  const mayWriteJobs = useMay('jobs:write')
  const { data, error, refetch, isPlaceholderData } = useOrganisations({
    search,
    offset: (page - 1) * size,
    limit: size,
  })
  const { data: countries } = useCountries()
  const columns = useMemo(() => contactColumns(countries ?? []), [countries])
  const open = ({ id }: Pick<Organisation, 'id'>) => void navigate({ to: '/webapp/contact', search: { id } })
  const show = (next: { search?: string; page?: number; size?: number }, replace = false) =>
    void navigate({ to: '/webapp/contacts', search: { search, page, size, ...next }, replace })

  return (
    <Screen
      title="Contacts"
      fill
      actions={
        <>
          <SheetMenu
            name="contacts"
            load={format => contactsFile(search, format)}
            importTo={mayCreate && mayWriteJobs ? { kind: 'contacts' } : undefined}
          />
          {mayCreate && <Button onClick={() => setIsCreating(true)}>Create Contact</Button>}
        </>
      }
    >
      <DataTable
        label="Contacts"
        columns={columns}
        rows={data?.rows}
        rowId={contact => contact.id}
        error={error}
        onRetry={() => void refetch()}
        onOpen={open}
        isStale={isPlaceholderData}
        fill
        toolbar={<ContactSearch search={search} onSearch={text => show({ search: text, page: 1 }, true)} />}
        empty={
          search ? (
            <EmptyState
              title={`No contact matches “${search}”.`}
              action={
                <Button variant="default" onClick={() => show({ search: '', page: 1 })}>
                  Show all contacts
                </Button>
              }
            />
          ) : (
            <EmptyState
              title="No contacts yet."
              hint="Consignees, shippers, agents and carriers are kept here."
            />
          )
        }
      />
      <Pager
        page={page}
        size={size}
        total={data?.total}
        onPage={number => show({ page: number })}
        onSize={rows => show({ size: rows, page: 1 })}
        noun="contacts"
        one="contact"
      />
      {isCreating && <OrganisationDialog onClose={() => setIsCreating(false)} onCreated={open} />}
    </Screen>
  )
}

/** Searches while one types, from the shortest text that the server takes. */
function ContactSearch({ search, onSearch }: { search: string; onSearch: (text: string) => void }) {
  const [text, setText] = useState(search)
  const [shown, setShown] = useState(search)
  const [asked, setAsked] = useState(search)
  // A search that came with the address is shown; one's own leaves what was typed since as it is.
  if (search !== shown) {
    setShown(search)
    if (search !== asked) setText(search)
    setAsked(search)
  }
  const start = useDebouncedCallback((wanted: string) => {
    if (wanted === search) return
    setAsked(wanted)
    onSearch(wanted)
  }, TYPING_PAUSE)
  const isTooShort = text.trim().length > 0 && text.trim().length < MINIMUM_SEARCH_LENGTH
  return (
    <TextInput
      aria-label="Search contacts"
      placeholder="Search contacts"
      type="search"
      autoComplete="off"
      w={320}
      maw="100%"
      value={text}
      onChange={event => {
        const typed = event.currentTarget.value
        setText(typed)
        const wanted = typed.trim()
        if (wanted.length === 0 || wanted.length >= MINIMUM_SEARCH_LENGTH) start(wanted)
      }}
      {...(isTooShort ? { description: `Type at least ${MINIMUM_SEARCH_LENGTH} characters.` } : {})}
      inputWrapperOrder={['input', 'description']}
    />
  )
}
