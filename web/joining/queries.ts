import { queryOptions, useMutation } from '@tanstack/react-query'
import {
  acceptInvitation,
  declineInvitation,
  getJoinLink,
  leaveCompany,
  listInvitations,
} from '#contract/joining.ts'
import { getMembership } from '#contract/users.ts'
import { call } from '#web/lib/call.ts'
import { isProblem } from '#web/lib/problem.ts'

const withSecret = (secret: string | undefined) => ({ query: secret === undefined ? {} : { secret } })

/** What a link is for; null for one that is unknown, used, or too old. */
export const linkQuery = (secret: string) =>
  queryOptions({
    queryKey: ['join link', secret],
    queryFn: async ({ signal }) => {
      try {
        return await call(getJoinLink, { params: { secret }, signal })
      } catch (error) {
        if (isProblem(error, 'not_found') || isProblem(error, 'invalid_input')) return null
        throw error
      }
    },
  })

export const invitationsQuery = (secret: string | undefined) =>
  queryOptions({
    queryKey: ['invitations', secret ?? ''],
    queryFn: ({ signal }) => call(listInvitations, { ...withSecret(secret), signal }),
  })

/** The company that the signed-in person is in; null: none. */
export const presentCompanyQuery = queryOptions({
  queryKey: ['present company'],
  queryFn: async ({ signal }) => {
    try {
      return await call(getMembership, { signal })
    } catch (error) {
      if (isProblem(error, 'account_required')) return null
      throw error
    }
  },
})

export type Answer = { id: string; secret: string | undefined }

export const useAccept = () =>
  useMutation({
    mutationFn: ({ id, secret }: Answer) => call(acceptInvitation, { params: { id }, ...withSecret(secret) }),
  })

export const useDecline = () =>
  useMutation({
    mutationFn: ({ id, secret }: Answer) =>
      call(declineInvitation, { params: { id }, ...withSecret(secret) }),
  })

export const useLeave = () => useMutation({ mutationFn: () => call(leaveCompany) })
