import { Button, TagsInput } from '@mantine/core'
import '@mantine/core/styles/Pill.layer.css'
import '@mantine/core/styles/PillsInput.layer.css'
import { partyRoleLabels } from '#contract/parties.ts'
import { nameOr } from '#web/lib/format.ts'
import { readPerson, recipientMistake, type Written } from './compose.ts'
import { personText } from './mail-words.ts'
import { useMailAddresses } from './queries.ts'

type Props = Pick<Written, 'to' | 'cc'> & { jobId: string; onChange: (next: Partial<Written>) => void }

/** To and cc, offered from the job's parties; any other address may be typed. */
export function RecipientsFields({ jobId, to, cc, onChange }: Props) {
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
  const field = (label: string, people: string[], change: (next: string[]) => void) => (
    <TagsInput
      label={label}
      value={people}
      data={offered}
      onChange={change}
      splitChars={[',', ';']}
      acceptValueOnBlur
      clearable={false}
      maxDropdownHeight={220}
      placeholder={people.length === 0 ? 'Name <address>, or choose' : ''}
      error={recipientMistake(people) || undefined}
      comboboxProps={{ shadow: 'md' }}
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
      {field('To', to, next => onChange({ to: next }))}
      {field('Cc', cc, next => onChange({ cc: next }))}
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
