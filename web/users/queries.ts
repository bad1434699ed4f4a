import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { addUser, listUsers } from '#contract/users.ts'
import { call } from '#web/lib/call.ts'

const ALL = ['users'] as const

export const useUsers = () => useQuery({ queryKey: ALL, queryFn: () => call(listUsers) })

export type NewUser = { displayName: string; email: string; password: string }

export function useAddUser() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: NewUser) => call(addUser, { body }),
    onSuccess: () => client.invalidateQueries({ queryKey: ALL }),
  })
}
