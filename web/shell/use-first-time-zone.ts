import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { isFirstTimeZoneDue } from '#web/lib/first-time-zone-due.ts'
import { membershipQuery, useMembership } from '#web/lib/membership.ts'

/** A company that has no time zone yet takes that of its Administrator's browser; a later visit changes nothing. */
export function useFirstTimeZone(): void {
  const client = useQueryClient()
  const isDue = isFirstTimeZoneDue(useMembership())
  useEffect(() => {
    if (!isDue) return
    const propose = async () => {
      const [{ proposeOwnTimeZone }, { companyQuery }] = await Promise.all([
        import('#web/lib/first-time-zone.ts'),
        import('#web/records/company.ts'),
      ])
      const company = await proposeOwnTimeZone()
      if (!company) return
      client.setQueryData(companyQuery.queryKey, company)
      await client.invalidateQueries({ queryKey: membershipQuery.queryKey })
    }
    void propose()
  }, [isDue, client])
}
