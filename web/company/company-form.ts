import { useQueryClient } from '@tanstack/react-query'
import type { Company } from '#contract/company.ts'
import { useDraftKey } from '#web/lib/kept-drafts.ts'
import { useRecordScreen } from '#web/ui/record-form/record-screen.ts'
import { fieldsAt } from '#web/ui/record-form/three-way.ts'
import {
  changeOf,
  type CompanyField,
  companyFields,
  type CompanyValues,
  fieldOfChange,
  fieldOfPath,
  valuesOf,
} from './form.ts'
import { companyQuery } from '#web/records/company.ts'
import { useUpdateCompany } from './queries.ts'

/** The kind of the company's drafts, of which there is one. */
export const COMPANY_DRAFT = 'company'

const storedOf = (company: Company) => ({ values: valuesOf(company), version: company.version })

const access = fieldsAt<CompanyValues, CompanyField>(companyFields)

/** The company's settings: what is typed stays until it is saved or cancelled. */
export function useCompanyForm(company: Company) {
  const client = useQueryClient()
  const update = useUpdateCompany()
  return useRecordScreen({
    stored: company,
    read: storedOf,
    access,
    draftKey: useDraftKey(COMPANY_DRAFT)('settings'),
    // A logo is kept at once, and counts as a change of the settings.
    follows: 'merged',
    send: ({ values, changed, version }) =>
      update.mutateAsync({ change: changeOf(values, changed), version }),
    fieldOf: fieldOfPath,
    fieldOfChange,
    adopt: theirs => client.setQueryData(companyQuery.queryKey, theirs),
    done: 'Company saved.',
  })
}

export type CompanyFormState = ReturnType<typeof useCompanyForm>
