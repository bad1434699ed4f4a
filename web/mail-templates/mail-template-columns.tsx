import { IconPencil, IconRotate, IconTrash } from '#web/ui/icons.ts'
import { addresseeRoleLabels, type AddresseeRole, type MailTemplate } from '#contract/mail-templates.ts'
import { jobFieldLabels } from '#contract/job-fields.ts'
import { countText } from '#web/lib/format.ts'
import type { Column } from '#web/ui/table/columns.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { StatusDot } from '#web/ui/page/StatusDot.tsx'

export type MailTemplateActions = {
  edit: (template: MailTemplate) => void
  reset: (template: MailTemplate) => void
  remove: (template: MailTemplate) => void
}

const namesOf = (roles: readonly AddresseeRole[]) => roles.map(role => addresseeRoleLabels[role]).join(', ')
const recipientsText = ({ to, cc, bcc }: MailTemplate) =>
  [namesOf(to), cc.length > 0 && `cc ${namesOf(cc)}`, bcc.length > 0 && `bcc ${namesOf(bcc)}`]
    .filter(Boolean)
    .join('; ')

const originText = ({ isReadyMade, isChanged, problems }: MailTemplate) => {
  if (problems.length > 0) return `${countText(problems.length, 'place')} to correct`
  if (!isReadyMade) return 'Your own'
  return isChanged ? 'Changed' : 'Default'
}
const originTone = ({ isReadyMade, isChanged, problems }: MailTemplate) =>
  problems.length > 0 ? 'amber' : isReadyMade && !isChanged ? 'grey' : 'blue'

export const mailTemplateColumns = (
  { edit, reset, remove }: MailTemplateActions,
  documentName: (id: string) => string,
  mayWrite: boolean,
): readonly Column<MailTemplate>[] => {
  const facts: readonly Column<MailTemplate>[] = [
    { id: 'name', header: 'Name', text: template => template.name, width: 230 },
    { id: 'to', header: 'To', text: recipientsText, width: 205 },
    {
      id: 'attached',
      header: 'Attached',
      text: template => template.documentTemplateIds.map(documentName).filter(Boolean).join(', '),
      width: 225,
    },
    {
      id: 'stamp',
      header: 'Sets',
      text: ({ stamp }) => (stamp ? jobFieldLabels[stamp] : ''),
      width: 190,
      grow: true,
    },
    {
      id: 'origin',
      header: 'State',
      text: originText,
      render: template => <StatusDot tone={originTone(template)}>{originText(template)}</StatusDot>,
      width: 112,
    },
  ]
  if (!mayWrite) return facts
  return [
    ...facts,
    {
      id: 'edit',
      header: 'Edit',
      text: () => '',
      render: template => (
        <span className="mail-template-actions">
          <IconButton label={`Edit ${template.name}`} icon={IconPencil} onClick={() => edit(template)} />
          {template.isChanged && (
            <IconButton
              label={`Reset ${template.name} to default`}
              icon={IconRotate}
              onClick={() => reset(template)}
            />
          )}
        </span>
      ),
      width: 80,
    },
    {
      id: 'delete',
      header: 'Delete',
      text: () => '',
      render: template => (
        <IconButton
          label={`Delete ${template.name}`}
          icon={IconTrash}
          destructive
          onClick={() => remove(template)}
        />
      ),
      width: 70,
    },
  ]
}
