import { Link, useSearch } from '@tanstack/react-router'
import { isRecordId } from '#web/lib/address.ts'
import { Screen } from '#web/ui/page/Screen.tsx'
import { EmptyState, NoSuchRecord } from '#web/ui/page/states.tsx'
import { useRecordHistory } from './queries.ts'
import { RecordHistory } from './RecordHistory.tsx'

const kinds = {
  template: { list: '/webapp/documenttemplates', name: 'Document Templates', kind: 'document template' },
  user: { list: '/webapp/users', name: 'Users', kind: 'user' },
} as const

/** The history of a record that has no screen of its own: a document template's, a user's. */
export function RecordHistoryScreen({ of }: { of: keyof typeof kinds }) {
  const { id } = useSearch({ strict: false })
  const { list, name, kind } = kinds[of]
  if (id && !isRecordId(id))
    return (
      <Screen title="History" summary={<Link to={list}>Back to {name}</Link>}>
        <NoSuchRecord kind={kind} list={name} />
      </Screen>
    )
  return <OneHistory of={of} id={id} />
}

function OneHistory({ of, id }: { of: keyof typeof kinds; id: string | undefined }) {
  const { list, name } = kinds[of]
  const { data } = useRecordHistory({ [of]: id ?? '' }, { offset: 0, limit: 1 })
  const record = data?.rows[0]?.record.name
  return (
    <Screen
      title={record ? `History of ${record}` : 'History'}
      summary={<Link to={list}>Back to {name}</Link>}
    >
      {id ? (
        <RecordHistory label="History" subject={{ [of]: id }} />
      ) : (
        <EmptyState title="No record was chosen." hint={`Choose one on ${name}.`} />
      )}
    </Screen>
  )
}
