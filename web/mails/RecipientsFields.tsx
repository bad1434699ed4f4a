import { Button } from '@mantine/core'
import { partyRoleLabels } from '#contract/parties.ts'
import { nameOr } from '#web/lib/format.ts'
import { type MailMistake, readPerson, type ComposedMail } from './compose.ts'
import { personText } from './mail-words.ts'
import { useMailAddresses } from './queries.ts'
import { RecipientField } from './RecipientField.tsx'

type Props = Pick<ComposedMail, 'to' | 'cc'> & {
  jobId: string
  /** Each field's id in the page. */
  idOf: (field: 'to' | 'cc') => string
  mistake: MailMistake | undefined
  onChange: (next: Partial<ComposedMail>) => void
}

/** To and cc, offered from the job's parties; any other address may be typed. */
export function RecipientsFields({ jobId, to, cc, idOf, mistake, onChange }: Props) {
  const { data: parties } = useMailAddresses(jobId)
  const named = new Set([...to, ...cc].map(typed => readPerson(typed).address.toLowerCase()))
  const groups = (parties ?? []).flatMap(({ role, organisation, addresses }) => {
    const items = addresses
      .filter(one => !named.has(one.address.toLowerCase()))
      .map(one => ({
        label: one.detail ? `${personText(one)}, ${one.detail}` : personText(one),
        value: personText(one),
      }))
    return items.length > 0
      ? [{ group: `${partyRoleLabels[role]}: ${nameOr(organisation.name)}`, items }]
      : []
  })
  // A company that is consignee and customer alike is offered once.
  const seen = new Set<string>()
  const offered = groups
    .map(({ group, items }) => ({
      group,
      items: items.filter(({ value }) => !seen.has(value) && seen.add(value)),
    }))
    .filter(({ items }) => items.length > 0)
  const field = (name: 'to' | 'cc', label: string, people: string[]) => (
    <RecipientField
      id={idOf(name)}
      label={label}
      people={people}
      offered={offered}
      mistake={mistake?.field === name ? mistake.message : undefined}
      onChange={next => onChange({ [name]: next })}
    />
  )
  const suggested = offered.flatMap(({ group, items }) => items.map(item => ({ ...item, group }))).slice(0, 6)
  // Two addresses of one person are told apart by the address.
  const briefly = (value: string) => {
    const { name, address } = readPerson(value)
    const isAlone = suggested.filter(one => readPerson(one.value).name === name).length === 1
    return name && isAlone ? name : address
  }
  return (
    <div className="compose__recipients">
      {field('to', 'To', to)}
      {field('cc', 'Cc', cc)}
      {suggested.length > 0 && (
        <div className="compose__offered" role="group" aria-label="Add to the recipients">
          {suggested.map(({ value, group }) => (
            <Button
              key={value}
              variant="default"
              size="compact-xs"
              title={`${group}: ${value}`}
              onClick={() => onChange({ to: [...to, value] })}
            >
              + {briefly(value)}, {group.split(':')[0]}
            </Button>
          ))}
        </div>
      )}
    </div>
  )
}
