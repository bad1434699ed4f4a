import { useState } from 'react'
import type { Company } from '#contract/company.ts'
import type { Role } from '#contract/permissions.ts'
import type { Invitation } from '#contract/users.ts'
import { useUpdateCompany } from '#web/company/queries.ts'
import { ApiProblem, messageOf } from '#web/lib/problem.ts'
import { useInviteUser } from '#web/users/queries.ts'
import { type Beginning, changeOf } from './proposals.ts'

type Mistakes = Partial<Record<'email' | 'displayName', string>>
type Outcome = { companyStored: boolean; invitation: Invitation | null; isDone: boolean }

/** Stores a company's beginning and invites the colleague, each by itself: where one fails, the other stands. */
export function useStart(company: Company) {
  const update = useUpdateCompany()
  const invite = useInviteUser()
  const [failures, setFailures] = useState<readonly string[]>([])
  const [mistakes, setMistakes] = useState<Mistakes>({})

  const run = async (
    values: Beginning,
    colleague: { email: string; displayName: string; role: Role } | null,
  ): Promise<Outcome> => {
    setFailures([])
    setMistakes({})
    const change = changeOf(company, values)
    const [stored, invited] = await Promise.allSettled([
      Object.keys(change).length > 0 ? update.mutateAsync({ change, version: company.version }) : null,
      colleague ? invite.mutateAsync(colleague) : null,
    ])
    const failed: string[] = []
    if (stored.status === 'rejected')
      failed.push(`The company’s settings were not saved. ${messageOf(stored.reason)}`)
    if (invited.status === 'rejected') {
      failed.push(`Your colleague was not invited. ${messageOf(invited.reason)}`)
      setMistakes(mistakesIn(invited.reason))
    }
    setFailures(failed)
    return {
      companyStored: stored.status === 'fulfilled',
      invitation: (invited.status === 'fulfilled' && invited.value?.invitation) || null,
      isDone: failed.length === 0,
    }
  }
  return { run, failures, mistakes, isBusy: update.isPending || invite.isPending }
}

function mistakesIn(error: unknown): Mistakes {
  if (!(error instanceof ApiProblem)) return {}
  const of = (path: string) => error.errors.find(one => one.path === path)?.message
  const [email, displayName] = [of('email'), of('displayName')]
  return { ...(email && { email }), ...(displayName && { displayName }) }
}
