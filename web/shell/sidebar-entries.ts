import { IconAddressBook, IconBuilding, IconFileText, IconLayoutDashboard, IconUsers } from '#web/ui/icons.ts'

/** What everybody has in the sidebar, from the top. */
export const dailyEntries = [
  { label: 'Dashboard', to: '/webapp', Icon: IconLayoutDashboard, exact: true },
  { label: 'Contacts', to: '/webapp/contacts', Icon: IconAddressBook },
  { label: 'Document Templates', to: '/webapp/documenttemplates', Icon: IconFileText },
] as const

/** The same under “Settings”. */
export const settingsEntries = [
  { label: 'Users', to: '/webapp/users', Icon: IconUsers },
  { label: 'Company', to: '/webapp/company', Icon: IconBuilding },
] as const
