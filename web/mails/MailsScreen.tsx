import { ChoiceSelect } from '#web/ui/form/ChoiceSelect.tsx'
import { Button, TextInput } from '@mantine/core'
import { useDebouncedCallback, useMediaQuery } from '@mantine/hooks'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { mailStateLabels, mailStates } from '#contract/mail-states.ts'
import type { Mail } from '#contract/mails.ts'
import { useMay } from '#web/lib/membership.ts'
import { DataTable } from '#web/ui/table/DataTable.tsx'
import { Pager } from '#web/ui/table/Pager.tsx'
import { Screen } from '#web/ui/page/Screen.tsx'
import { Banner, EmptyState } from '#web/ui/page/states.tsx'
import type { MailAddress } from './mail-address.ts'
import { allMailColumns } from './mail-columns.tsx'
import { MailDialog } from './MailDialog.tsx'
import { MailSettingsDialog } from './MailSettingsDialog.tsx'
import './mails.css'
import { useAllMails, useCanSend } from './queries.ts'

const PAGE_SIZE = 50

/** All mail of the company, for its Administrators. */
export function MailsScreen() {
  if (!useMay('mail:all'))
    return (
      <Screen title="E-mails">
        <EmptyState
          title="Only Administrators can see all of the company’s e-mails."
          hint="A job’s e-mails are on its own E-mails tab."
        />
      </Screen>
    )
  return <AllMails />
}

function AllMails() {
  const address: MailAddress = useSearch({ strict: false })
  const navigate = useNavigate()
  const { page = 1, size = PAGE_SIZE, search, state } = address
  const isPhone = useMediaQuery('(max-width: 640px)', false, { getInitialValueInEffect: false })
  const [typed, setTyped] = useState(search ?? '')
  const [selectedId, setSelectedId] = useState<string>()
  const [shown, setShown] = useState<Mail>()
  const [columnsPlace, setColumnsPlace] = useState<HTMLElement | null>(null)
  const [isSetting, setIsSetting] = useState(false)
  const maySet = useMay('mail:settings')
  const canLeave = useCanSend() !== false
  const { data, error, refetch } = useAllMails(
    { ...(search && { search }), ...(state && { state }) },
    { offset: (page - 1) * size, limit: size },
  )
  const show = (next: MailAddress) =>
    void navigate({ to: '/webapp/emails', search: { ...address, page: undefined, ...next } })
  const find = useDebouncedCallback((text: string) => show({ search: text.trim() || undefined }), 300)
  return (
    <Screen
      title="E-mails"
      actions={
        <>
          <span ref={setColumnsPlace} />
          {maySet && (
            <Button variant="default" onClick={() => setIsSetting(true)}>
              Sender and test
            </Button>
          )}
        </>
      }
    >
      {!canLeave && (
        <Banner tone="warning">
          No mail server is configured. New e-mails are saved as not sent, and each can be downloaded as an
          .eml file. Waiting e-mails are sent once the operator of this server has set SMTP_HOST.
        </Banner>
      )}
      <div className="mail-filters" role="search" aria-label="Filter">
        <TextInput
          type="search"
          label="Search e-mails"
          placeholder="Subject, name or address"
          value={typed}
          onChange={event => {
            setTyped(event.currentTarget.value)
            find(event.currentTarget.value)
          }}
        />
        <ChoiceSelect
          label="State"
          value={state ?? ''}
          choices={[
            { value: '', label: 'Any' },
            ...mailStates.map(value => ({ value, label: mailStateLabels[value] })),
          ]}
          onChange={chosen => show({ state: chosen || undefined })}
        />
      </div>
      <DataTable
        label="E-mails"
        columns={allMailColumns({ isPhone, canLeave })}
        rows={data?.rows}
        rowId={mail => mail.id}
        error={error}
        onRetry={() => void refetch()}
        selectedId={selectedId}
        onSelect={mail => setSelectedId(mail.id)}
        onOpen={setShown}
        remember="mails"
        columnsPlace={columnsPlace}
        empty={
          <EmptyState
            title={search || state ? 'No e-mails match.' : 'No e-mails yet.'}
            hint={search || state ? '' : 'Write e-mails from a job, on its E-mails tab.'}
            action={!search && !state && <Link to="/webapp">Choose a job</Link>}
          />
        }
      />
      <Pager
        page={page}
        size={size}
        total={data?.total}
        onPage={number => show({ page: number })}
        onSize={rows => show({ size: rows, page: 1 })}
        noun="e-mails"
        one="e-mail"
      />
      {shown && <MailDialog id={shown.id} onClose={() => setShown(undefined)} />}
      {isSetting && <MailSettingsDialog onClose={() => setIsSetting(false)} />}
    </Screen>
  )
}
