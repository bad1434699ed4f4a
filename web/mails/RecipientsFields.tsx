import { Button } from '@mantine/core'
import { useState } from 'react'
import type { RecipientKind } from '#contract/mail-states.ts'
import { partyRoleLabels } from '#contract/parties.ts'
import { nameOr } from '#web/lib/format.ts'
import { type MailMistake, readPerson, type ComposedMail } from './compose.ts'
import { personText } from './mail-words.ts'
import { useMailAddresses } from './queries.ts'
import { RecipientField } from './RecipientField.tsx'

type Copy = Exclude<RecipientKind, 'to'>
const copies: readonly Copy[] = ['cc', 'bcc']
const labels: Record<RecipientKind, string> = { to: 'To', cc: 'Cc', bcc: 'Bcc' }

type Props = Pick<ComposedMail, RecipientKind> & {
  jobId: string
  /** Each field's id in the page. */
  idOf: (field: RecipientKind) => string
  /** The cursor begins here. */
  hasFocus: boolean
  mistake: MailMistake | undefined
  onChange: (next: Partial<ComposedMail>) => void
}

/** To, and when asked for Cc and Bcc, offered from the job's parties; any other address may be typed. */
export function RecipientsFields({ jobId, to, cc, bcc, idOf, hasFocus, mistake, onChange }: Props) {
  const [asked, setAsked] = useState<readonly Copy[]>([])
  const { data: parties } = useMailAddresses(jobId)
  const named = new Set([...to, ...cc, ...bcc].map(typed => readPerson(typed).address.toLowerCase()))
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
  const people = { to, cc, bcc }
  const field = (name: RecipientKind) => (
    <RecipientField
      key={name}
      id={idOf(name)}
      label={labels[name]}
      people={people[name]}
      hasFocus={name === 'to' && hasFocus}
      offered={offered}
      mistake={mistake?.field === name ? mistake.message : undefined}
      onChange={next => onChange({ [name]: next })}
    />
  )
  const hidden = copies.filter(copy => people[copy].length === 0 && !asked.includes(copy))
  const ask = (copy: Copy) => {
    setAsked([...asked, copy])
    // The field is not there before the next drawing.
    setTimeout(() => document.getElementById(idOf(copy))?.focus())
  }
  const suggested = offered.flatMap(({ group, items }) => items.map(item => ({ ...item, group }))).slice(0, 6)
  // Two addresses of one person are told apart by the address.
  const briefly = (value: string) => {
    const { name, address } = readPerson(value)
    const isAlone = suggested.filter(one => readPerson(one.value).name === name).length === 1
    return name && isAlone ? name : address
  }
  return (
    <div className="compose__recipients">
      {hidden.length > 0 && (
        <div className="compose__copies" role="group" aria-label="Add a field">
          {hidden.map(copy => (
            <button key={copy} type="button" className="compose__copy" onClick={() => ask(copy)}>
              {labels[copy]}
            </button>
          ))}
        </div>
      )}
      {field('to')}
      {copies.filter(copy => !hidden.includes(copy)).map(field)}
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
