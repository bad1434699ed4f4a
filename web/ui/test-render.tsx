import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider, type QueryKey } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { allPermissions, may, type Role } from '#contract/permissions.ts'
import { membershipQuery } from '#web/lib/membership.ts'
import { MessageBoxHost } from './MessageBoxHost.tsx'
import { theme } from './theme.ts'

type Known = readonly (readonly [QueryKey, unknown])[]

/** Shows a part as the application does, with what it would have loaded already in the cache. */
export function renderPart(part: ReactNode, { role = 'staff' as Role, known = [] as Known } = {}) {
  const client = new QueryClient({
    defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY, retry: false } },
  })
  client.setQueryData(membershipQuery.queryKey, {
    user: { id: 'u', displayName: 'Anna Visser', email: 'anna@maas.example', role },
    account: {
      id: 'a',
      name: 'Maas Forwarding',
      currency: 'EUR',
      timeZone: 'Europe/Amsterdam',
      country: 'NL',
    },
    permissions: allPermissions.filter(permission => may(role, permission)),
  })
  for (const [key, data] of known) client.setQueryData(key, data)
  return render(
    <MantineProvider theme={theme} env="test">
      <QueryClientProvider client={client}>
        {part}
        <MessageBoxHost />
      </QueryClientProvider>
    </MantineProvider>,
  )
}
