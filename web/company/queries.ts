import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  type Company,
  type CompanyInput,
  downloadLogo,
  removeLogo,
  updateCompany,
  uploadLogo,
} from '#contract/company.ts'
import { getFirstSteps } from '#contract/first-steps.ts'
import { listCompanyLimits } from '#contract/limits.ts'
import { call, callFile } from '#web/lib/call.ts'
import { membershipQuery } from '#web/lib/membership.ts'
import { afterRefusal } from '#web/lib/queries.ts'
import { companyQuery } from '#web/records/company.ts'
import { saveOver } from '#web/ui/form/save-over.ts'

export const useCompany = () => useQuery(companyQuery)

export const firstStepsQuery = queryOptions({
  queryKey: ['first-steps'],
  queryFn: ({ signal }) => call(getFirstSteps, { signal }),
  staleTime: 0,
})

const LIMITS_ASKED_EVERY_MS = 15_000

/** What is used goes up and down by itself. */
export const useCompanyLimits = () =>
  useQuery({
    queryKey: ['company-limits'],
    queryFn: ({ signal }) => call(listCompanyLimits, { signal }),
    refetchInterval: ({ state }) => afterRefusal(state.error) || LIMITS_ASKED_EVERY_MS,
  })

/** The logo's picture; asked for anew whenever another version of the settings is shown. */
export const useLogo = (company: Company | undefined) =>
  useQuery({
    queryKey: ['company-logo', company?.version],
    queryFn: async () => {
      const file = await callFile(downloadLogo)
      return { file, address: await addressOf(file) }
    },
    enabled: company?.logo != null,
  })

const addressOf = (file: Blob) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(reader.result as string))
    reader.addEventListener('error', () => reject(new Error('The logo could not be read.')))
    reader.readAsDataURL(file)
  })

function useStored<Input>(save: (input: Input) => Promise<Company>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: save,
    onSuccess: async stored => {
      client.setQueryData(companyQuery.queryKey, stored)
      // The name in the top bar and the currency of the finance screens.
      await client.invalidateQueries({ queryKey: membershipQuery.queryKey })
    },
  })
}

export const useUpdateCompany = () =>
  useStored(({ change, version }: { change: CompanyInput; version: number }) =>
    saveOver(change, version, over => call(updateCompany, { body: change, ifMatch: over })),
  )

export const useUploadLogo = () => useStored((file: File) => call(uploadLogo, { body: {}, file }))

export const useRemoveLogo = () => useStored((_: void) => call(removeLogo))
