import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { type Control, useFormState, useWatch } from 'react-hook-form'
import { paymentTermsSuggested, tradeFields, tradeLabels as labels } from '#contract/organisations.ts'
import { fieldNames } from '#contract/field.ts'
import type { PartyRole } from '#contract/parties.ts'
import { FoldedGroup } from '#web/ui/form/FoldedGroup.tsx'
import { FormText } from '#web/ui/form/form-fields.tsx'
import type { OrganisationValues } from './form.ts'
import { rolesQuery } from './queries.ts'

type Props = {
  control: Control<OrganisationValues>
  readOnly: boolean
  /** Null for one that is being made, which has no role yet. */
  id: string | null
}

const names = fieldNames(tradeFields)

/** Whose papers state which code. */
const rolesWithCode = {
  scac: ['carrier', 'haulier'],
  iataPrefix: ['carrier'],
  iataAgentCode: ['agent'],
} as const satisfies Partial<Record<keyof typeof tradeFields, readonly PartyRole[]>>

/** What invoices and carriers’ papers ask for: folded while it is empty, codes only for those who have them. */
export function TradeDetails({ control, readOnly, id }: Props) {
  const terms = useId()
  const values = useWatch({ control, name: names })
  const filled = names.filter((_, index) => values[index])
  const { errors } = useFormState({ control, name: names })
  const { data: roles = [] } = useQuery({ ...rolesQuery(id ?? ''), enabled: id !== null })
  const isShown = (name: keyof typeof rolesWithCode) =>
    filled.includes(name) || rolesWithCode[name].some(role => roles.includes(role))
  const field = <Name extends (typeof names)[number]>(name: Name) => ({
    control,
    readOnly,
    name,
    label: labels[name],
  })
  return (
    <FoldedGroup
      title="Trade details"
      isFilled={filled.length > 0}
      isRefused={names.some(name => errors[name])}
    >
      <FormText {...field('taxNumber')} />
      <FormText {...field('accountNumber')} />
      <FormText {...field('paymentTerms')} list={terms} />
      <datalist id={terms}>
        {paymentTermsSuggested.map(words => (
          <option key={words} value={words} />
        ))}
      </datalist>
      {isShown('scac') && <FormText {...field('scac')} />}
      {isShown('iataPrefix') && <FormText {...field('iataPrefix')} />}
      {isShown('iataAgentCode') && <FormText {...field('iataAgentCode')} />}
    </FoldedGroup>
  )
}
