import { Button, TextInput } from '@mantine/core'
import { useDebouncedCallback, useMediaQuery } from '@mantine/hooks'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useCallback, useMemo, useState } from 'react'
import type { ContactSort, ListedOrganisation } from '#contract/contact-list.ts'
import { contactLabels, type Country, type Organisation } from '#contract/organisations.ts'
import { partyRoleLabels } from '#contract/parties.ts'
import { MINIMUM_SEARCH_LENGTH } from '#contract/values.ts'
import { countText, nameOr, numberText } from '#web/lib/format.ts'
import { useMay } from '#web/lib/membership.ts'
import type { Column } from '#web/ui/table/columns.ts'
import { NoticePlace } from '#web/ui/notice/NoticePlace.tsx'
import { DataTable } from '#web/ui/table/DataTable.tsx'
import { TWO_LINES_HEIGHT, TwoLines } from '#web/ui/table/TwoLines.tsx'
import { Pager } from '#web/ui/table/Pager.tsx'
import { SheetMenu } from '#web/ui/SheetMenu.tsx'
import { Screen } from '#web/ui/page/Screen.tsx'
import { EmptyState } from '#web/ui/page/states.tsx'
import { OrganisationDialog } from './OrganisationPicker.tsx'
import { contactsFile, useCountries, useOrganisations } from './queries.ts'
import './merge.css'

/** Its first address, which the contact's own form shows. */
const addressOf = ({ organisationContacts: [first] }: Organisation) => first?.contact

const countryNamer = (countries: readonly Country[]) => {
  const countryNames = new Map(countries.map(({ id, name }) => [id, name]))
  return (contact: Organisation) => {
    const id = addressOf(contact)?.countryId
    return id ? (countryNames.get(id) ?? id) : ''
  }
}

const telephoneOf = (contact: Organisation) =>
  addressOf(contact)?.telephone ?? addressOf(contact)?.mobile ?? ''

function contactColumns(countries: readonly Country[]): readonly Column<ListedOrganisation>[] {
  return [
    { id: 'name', header: 'Name', text: contact => nameOr(contact.name), grow: true, sortable: true },
    { id: 'city', header: contactLabels.city, text: contact => addressOf(contact)?.city ?? '', width: 130 },
    { id: 'country', header: contactLabels.countryId, text: countryNamer(countries), width: 130 },
    { id: 'telephone', header: contactLabels.telephone, text: telephoneOf, width: 150 },
    {
      id: 'email',
      header: contactLabels.email,
      text: contact => addressOf(contact)?.email ?? '',
      width: 210,
    },
    {
      id: 'roles',
      header: 'Roles',
      text: ({ roles }) => roles.map(role => partyRoleLabels[role]).join(', '),
      width: 160,
    },
    {
      id: 'openJobs',
      header: 'Open Jobs',
      text: ({ openJobs }) => numberText(openJobs),
      numeric: true,
      sortable: true,
      width: 108,
    },
  ]
}

/** On a phone: who it is, and below where and by which number. */
function phoneColumns(countries: readonly Country[]): readonly Column<ListedOrganisation>[] {
  const countryOf = countryNamer(countries)
  return [
    {
      id: 'name',
      header: 'Name',
      text: contact => nameOr(contact.name),
      render: contact => (
        <TwoLines
          title={nameOr(contact.name)}
          facts={[
            [addressOf(contact)?.city, countryOf(contact)].filter(Boolean).join(', '),
            telephoneOf(contact) || addressOf(contact)?.email,
          ]}
        />
      ),
      grow: true,
      sortable: true,
    },
  ]
}

const MergeDialog = lazy(async () => ({ default: (await import('./MergeDialog.tsx')).MergeDialog }))

const PAGE_SIZE = 50
const TYPING_PAUSE = 250

/** Every company that the account deals with. */
export function ContactsScreen() {
  const navigate = useNavigate()
  const { search = '', page = 1, size = PAGE_SIZE, sort = 'name' } = useSearch({ from: '/webapp/contacts' })
  const [isCreating, setIsCreating] = useState(false)
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const [isMerging, setIsMerging] = useState(false)
  const tick = useCallback((some: readonly Pick<Organisation, 'id'>[], isTicked: boolean) => {
    setTicked(before => {
      const next = new Set(before)
      for (const { id } of some) {
        if (isTicked) next.add(id)
        else next.delete(id)
      }
      return next
    })
  }, [])
  const mayCreate = useMay('organisations:write')
  const mayImport = useMay('jobs:write') && mayCreate
  const { data, error, refetch, isPlaceholderData } = useOrganisations({
    search,
    sort,
    offset: (page - 1) * size,
    limit: size,
  })
  const { data: countries } = useCountries()
  const isPhone = useMediaQuery('(max-width: 640px)', false, { getInitialValueInEffect: false })
  const columns = useMemo(
    () => (isPhone ? phoneColumns(countries ?? []) : contactColumns(countries ?? [])),
    [countries, isPhone],
  )
  const open = ({ id }: Pick<Organisation, 'id'>) => void navigate({ to: '/webapp/contact', search: { id } })
  const show = (
    next: { search?: string; page?: number; size?: number; sort?: ContactSort },
    replace = false,
  ) => void navigate({ to: '/webapp/contacts', search: { search, page, size, sort, ...next }, replace })

  const [one, other] = ticked

  return (
    <Screen
      title="Contacts"
      fill
      actions={
        <>
          <SheetMenu
            name="contacts"
            load={format => contactsFile(search, format)}
            importTo={mayImport ? { kind: 'contacts' } : undefined}
          />
          {mayCreate && <Button onClick={() => setIsCreating(true)}>Create Contact</Button>}
        </>
      }
    >
      <DataTable
        key={isPhone ? 'phone' : 'desk'}
        label="Contacts"
        columns={columns}
        tapHeight={isPhone ? TWO_LINES_HEIGHT : undefined}
        sort={sort}
        onSort={next => show({ sort: next as ContactSort, page: 1 }, true)}
        rows={data?.rows}
        rowId={contact => contact.id}
        error={error}
        onRetry={() => void refetch()}
        onOpen={open}
        {...(mayCreate && {
          checked: ticked,
          onCheck: (row: ListedOrganisation, isTicked: boolean) => tick([row], isTicked),
          onCheckRows: tick,
        })}
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
              action={
                mayImport && (
                  <Link to="/webapp/import" search={{ kind: 'contacts' }}>
                    Import contacts from a spreadsheet
                  </Link>
                )
              }
            />
          )
        }
      />
      <NoticePlace />
      <Pager
        page={page}
        size={size}
        total={data?.total}
        onPage={number => show({ page: number })}
        onSize={rows => show({ size: rows, page: 1 })}
        noun="contacts"
        one="contact"
      />
      {ticked.size > 0 && (
        <section className="chosen-contacts" aria-label="Chosen contacts">
          <p role="status">{countText(ticked.size, 'contact')} chosen</p>
          <Button variant="default" disabled={ticked.size !== 2} onClick={() => setIsMerging(true)}>
            Merge
          </Button>
          <Button variant="subtle" color="gray" onClick={() => setTicked(new Set())}>
            Clear selection
          </Button>
          {ticked.size !== 2 && <p>Choose two contacts to merge them.</p>}
        </section>
      )}
      {isMerging && one !== undefined && other !== undefined && (
        <Suspense>
          <MergeDialog
            ids={[one, other]}
            onClose={() => setIsMerging(false)}
            onMerged={() => {
              setIsMerging(false)
              setTicked(new Set())
            }}
          />
        </Suspense>
      )}
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
