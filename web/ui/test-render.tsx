import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider, type QueryKey } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import type { BrowserConfiguration } from '#contract/browser-configuration.ts'
import { allPermissions, may, type Role } from '#contract/permissions.ts'
import { lastUsedQuery } from '#web/lib/last-used.ts'
import { membershipQuery } from '#web/lib/membership.ts'
import { MessageBoxHost } from '#web/ui/dialog/MessageBoxHost.tsx'
import { theme } from './theme.ts'

type Known = readonly (readonly [QueryKey, unknown])[]

const configuration: BrowserConfiguration = {
  publicUrl: 'http://localhost:3000',
  apiBase: '/api',
  accountPage: null,
  passwordsHere: true,
  signUp: { offered: true, explanation: null },
  signIn: {
    authority: 'http://localhost:3000/identity/B2C_1_signupsignin1',
    signUpAuthority: null,
    clientId: 'lading-web',
    protocol: 'AAD',
    interaction: 'redirect',
    scope: 'full_access',
  },
}

/** As the server puts it into the page. */
function configurePage() {
  const place = document.createElement('script')
  place.id = 'configuration'
  place.type = 'application/json'
  place.textContent = JSON.stringify(configuration)
  document.head.replaceChildren(place)
}

/** Shows a part as the application does, with what it would have loaded already in the cache. */
export function renderPart(part: ReactNode, { role = 'staff' as Role, known = [] as Known } = {}) {
  configurePage()
  const client = new QueryClient({
    defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY, retry: false } },
  })
  client.setQueryData(membershipQuery.queryKey, {
    user: {
      id: 'u',
      displayName: 'Anna Visser',
      email: 'anna@maas.example',
      role,
      emailVerified: true,
      emailProofNeeded: false,
    },
    account: {
      id: 'a',
      name: 'Maas Forwarding',
      currency: 'EUR',
      timeZone: 'Europe/Amsterdam',
      dateOrder: null,
      paperSize: 'A4',
      country: 'NL',
    },
    permissions: allPermissions.filter(permission => may(role, permission)),
    invitations: 0,
    ownCompany: null,
  })
  client.setQueryData(lastUsedQuery.queryKey, {
    packingModes: [],
    currencies: [],
    countries: [],
    masters: [],
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
