import { useQuery } from '@tanstack/react-query'
import { type LinkProps, useLocation, useNavigate } from '@tanstack/react-router'
import type { ImportKind } from '#contract/import-kinds.ts'
import { type JobField, jobFieldLabels } from '#contract/job-fields.ts'
import { keysOf } from '#contract/typed-objects.ts'
import type { Membership } from '#contract/users.ts'
import { templatesQuery } from '#web/templates/queries.ts'
import { configuration } from '#web/lib/configuration.ts'
import { withId } from '#web/lib/address.ts'
import type { Command } from './commands.ts'

type Asked = {
  /** Whether anybody looks: only then are the templates asked for. */
  isOpen: boolean
  member: Membership | undefined
  onNewJob: () => void
  onGenerate: (jobId: string, templateId?: string) => void
  onMentions: () => void
  onSummary: () => void
  onKeys: () => void
}

type To = NonNullable<LinkProps['to']>

/** How many commands of the open job stand before “New job”. */
const MOST_WANTED = 3

/** What is changed most often comes first. */
const firstFields: readonly JobField[] = ['etd', 'eta', 'statusId', 'vesselName', 'hbl', 'mbl']

const places: readonly { name: string; to: To }[] = [
  { name: 'Dashboard', to: '/webapp' },
  { name: 'Contacts', to: '/webapp/contacts' },
  { name: 'Document Templates', to: '/webapp/documenttemplates' },
  { name: 'E-mail Templates', to: '/webapp/documenttemplates/emails' },
  { name: 'Users', to: '/webapp/users' },
  { name: 'Company', to: '/webapp/company' },
]
const jobTabs: readonly { name: string; to: To }[] = [
  { name: 'Details', to: '/webapp/shipment' },
  { name: 'Attachments', to: '/webapp/shipment/document' },
  { name: 'Finance', to: '/webapp/shipment/finance' },
  { name: 'Items', to: '/webapp/shipment/items' },
  { name: 'E-mails of this job', to: '/webapp/shipment/emails' },
  { name: 'Notes', to: '/webapp/shipment/notes' },
  { name: 'History of this job', to: '/webapp/shipment/history' },
]

type Permission = Membership['permissions'][number]

/** What can be brought in from a spreadsheet, and by whom. */
const imports: readonly { kind: ImportKind; needs: readonly Permission[] }[] = [
  { kind: 'jobs', needs: ['jobs:write'] },
  { kind: 'contacts', needs: ['jobs:write', 'organisations:write'] },
  { kind: 'items', needs: ['jobs:write'] },
]

/** All that the search box can do for this person on this screen, what concerns the open job first. */
export function useCommands(asked: Asked): Command[] {
  const { isOpen, member, onNewJob, onGenerate, onMentions, onSummary, onKeys } = asked
  const navigate = useNavigate()
  const jobId = useLocation({
    select: ({ pathname, search }) =>
      /^\/webapp\/shipment(\/|$)/.test(pathname) ? withId(search).id : undefined,
  })
  const may = (permission: Permission) => member?.permissions.includes(permission) ?? false
  const mayGenerate = may('documents:write')
  const { data: templates } = useQuery({
    ...templatesQuery,
    enabled: isOpen && mayGenerate && jobId !== undefined,
  })

  const command = (label: string, run: () => void, key?: string): Command => ({
    ...{ id: label, label, run },
    ...(key && { key }),
  })
  const goTo = ({ name, to }: { name: string; to: To }) =>
    command(`Go to ${name}`, () => void navigate({ to }))

  const change = (id: string, field: JobField) =>
    command(
      `Change ${jobFieldLabels[field]}`,
      () =>
        // The same field may be asked for twice.
        void navigate({ to: '/webapp/shipment', search: { id }, state: { field, askedAt: Date.now() } }),
    )
  const ofJob = (id: string): Command[] => [
    ...(may('jobs:write') ? firstFields.map(field => change(id, field)) : []),
    ...(mayGenerate ? [command('Generate Document', () => onGenerate(id))] : []),
    ...(templates ?? []).map(template => ({
      id: template.id,
      label: `Generate ${template.name.replace(/\.dotx$/i, '')}`,
      run: () => onGenerate(id, template.id),
    })),
    ...jobTabs.map(({ name, to }) =>
      command(`Go to ${name}`, () => void navigate({ to, search: { id } } as LinkProps)),
    ),
    ...(may('jobs:write')
      ? keysOf(jobFieldLabels)
          .filter(field => !firstFields.includes(field))
          .map(field => change(id, field))
      : []),
  ]
  const jobCommands = jobId ? ofJob(jobId) : []
  const { accountPage } = configuration()
  return [
    ...jobCommands.slice(0, MOST_WANTED),
    ...(may('jobs:write') ? [command('New job', onNewJob, 'C')] : []),
    ...jobCommands.slice(MOST_WANTED),
    ...places.map(goTo),
    ...imports
      .filter(({ needs }) => needs.every(may))
      .map(({ kind }) =>
        command(`Import ${kind}…`, () => void navigate({ to: '/webapp/import', search: { kind } })),
      ),
    ...(may('mail:all') ? [goTo({ name: 'E-mails', to: '/webapp/emails' })] : []),
    ...(may('history:all') ? [goTo({ name: 'History', to: '/webapp/history' })] : []),
    command('Mentions', onMentions),
    command('Morning summary', onSummary),
    command('Keyboard shortcuts', onKeys, '?'),
    ...(accountPage === null ? [] : [command('My account', () => window.location.assign(accountPage))]),
    command('Sign out', () => void navigate({ to: '/logout' })),
  ]
}
