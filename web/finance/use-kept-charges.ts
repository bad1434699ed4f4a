import { useQueryClient } from '@tanstack/react-query'
import type { Finance, FinanceInput } from '#contract/finance.ts'
import { jobQuery } from '#web/records/queries.ts'
import { useDraftKey } from '#web/lib/kept-drafts.ts'
import { useMay } from '#web/lib/membership.ts'
import { keptChange } from '#web/ui/form/kept-change.ts'
import { notifyWhileKept } from '#web/ui/notice/kept-notice.ts'
import { CHARGES_DRAFT, MAY_NOT_CHANGE } from './queries.ts'
import { chargesText, unstoredCharges } from './unsaved-charges.ts'

/** What the saving of a job's charges needs so that those that could not be saved are kept and offered again. */
export function useKeptCharges({ id, shipmentId }: Finance) {
  const client = useQueryClient()
  const key = useDraftKey(CHARGES_DRAFT)(id)
  const isReadOnly = !useMay('jobs:write')
  return {
    keep: keptChange<Finance, FinanceInput>(key),
    unstored: unstoredCharges,
    describe: chargesText,
    readOnlyBecause: isReadOnly ? MAY_NOT_CHANGE : undefined,
    onLeftUnsaved: (what: string) => {
      const job = client.getQueryData(jobQuery(shipmentId).queryKey)
      notifyWhileKept(
        key,
        `Charges of job ${job?.jobId ?? ''} could not be saved: ${what}. This browser keeps them; open the job’s Finance tab to save them.`,
      )
    },
  }
}
