import { Textarea } from '@mantine/core'
import type { UseFormReturn } from 'react-hook-form'
import { parseAddress } from '#contract/address-parser.ts'
import { keysOf } from '#contract/typed-objects.ts'
import { organisationLabels } from '#contract/organisations.ts'
import type { OrganisationValues } from './form.ts'
import { useCountries } from './queries.ts'

const fields = keysOf(organisationLabels)

/** A block of an e-mail or a letterhead, taken apart into the fields; what stands in a field already stays. */
export function PasteAddress({ form }: { form: UseFormReturn<OrganisationValues> }) {
  const { data: countries = [] } = useCountries()
  return (
    <Textarea
      label="Paste an address"
      dir="auto"
      rows={2}
      autoComplete="off"
      onPaste={event => {
        const parsed: Partial<OrganisationValues> = parseAddress(
          event.clipboardData.getData('text'),
          countries,
        )
        for (const field of fields) {
          const text = parsed[field]
          if (text && !form.getValues(field)) form.setValue(field, text, { shouldDirty: true })
        }
      }}
    />
  )
}
