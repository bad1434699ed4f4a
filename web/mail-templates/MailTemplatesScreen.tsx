import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import type { MailTemplate } from '#contract/mail-templates.ts'
import { momentText } from '#web/lib/format.ts'
import { useMay } from '#web/lib/membership.ts'
import { TemplateTabs } from '#web/records/TemplateTabs.tsx'
import { DataTable } from '#web/ui/table/DataTable.tsx'
import { askMessage } from '#web/ui/dialog/message-box-store.ts'
import { notify } from '#web/ui/notice/notify.ts'
import { RestoreDialog } from '#web/ui/dialog/RestoreDialog.tsx'
import { Screen } from '#web/ui/page/Screen.tsx'
import { EmptyState } from '#web/ui/page/states.tsx'
import { useRemoval } from '#web/ui/dialog/use-removal.ts'
import { mailTemplateColumns } from './mail-template-columns.tsx'
import './mail-templates.css'
import { deletedMailTemplates, useMailTemplateChanges, useMailTemplates, usePapers } from './queries.ts'

const MailTemplateDialog = lazy(async () => ({
  default: (await import('./MailTemplateDialog.tsx')).MailTemplateDialog,
}))

type Open = { kind: 'edit'; template: MailTemplate | undefined } | { kind: 'deleted' }

/** What the company writes to the people of its jobs. */
export function MailTemplatesScreen() {
  const { data, error, refetch } = useMailTemplates()
  const papers = usePapers()
  const mayWrite = useMay('templates:write')
  const [selectedId, setSelectedId] = useState<string>()
  const [open, setOpen] = useState<Open>()
  const changes = useMailTemplateChanges()

  const bringBack = async (id: string) => {
    const restored = await changes.restore(id)
    setSelectedId(id)
    return restored
  }
  const remove = useRemoval<MailTemplate>({
    name: ({ name }) => name,
    question: 'This will remove the E-mail Template. E-mails that were written from it stay.',
    remove: changes.remove,
    restore: ({ id }) => bringBack(id),
  })
  const askAndReset = async (template: MailTemplate) => {
    const { name } = template
    const isMeant = await askMessage({
      title: `Do you want to reset '${name}' to the default?`,
      description: 'Its subject, text, recipients and attachments will be those supplied with the product.',
      destructive: true,
    })
    if (!isMeant) return
    try {
      await changes.reset(template)
      notify.done(`${name} was reset to the default.`)
    } catch (failure) {
      notify.failedBecause(`${name} could not be reset.`, failure)
    }
  }
  const columns = mailTemplateColumns(
    {
      edit: template => setOpen({ kind: 'edit', template }),
      reset: template => void askAndReset(template),
      remove: template => void remove(template),
    },
    id => papers.find(paper => paper.value === id)?.label ?? '',
    mayWrite,
  )
  return (
    <Screen
      title="E-mail Templates"
      actions={
        mayWrite && (
          <>
            <Button
              className="quiet-button"
              variant="subtle"
              color="gray"
              onClick={() => setOpen({ kind: 'deleted' })}
            >
              Recently deleted
            </Button>
            <Button onClick={() => setOpen({ kind: 'edit', template: undefined })}>
              New E-mail Template
            </Button>
          </>
        )
      }
    >
      <TemplateTabs />
      <DataTable
        label="E-mail Templates"
        columns={columns}
        rows={data}
        rowId={template => template.id}
        error={error}
        onRetry={() => void refetch()}
        selectedId={selectedId}
        onSelect={template => setSelectedId(template.id)}
        onOpen={template => setOpen({ kind: 'edit', template })}
        empty={
          <EmptyState
            title="No e-mail templates."
            hint="Write one, or restore those supplied with the product under “Recently deleted”."
          />
        }
      />
      {open?.kind === 'edit' && (
        <Suspense>
          <MailTemplateDialog
            template={open.template}
            readOnly={!mayWrite}
            onClose={() => setOpen(undefined)}
            onSaved={setSelectedId}
          />
        </Suspense>
      )}
      {open?.kind === 'deleted' && (
        <RestoreDialog
          title="Recently deleted e-mail templates"
          empty="No e-mail template was deleted."
          load={async () =>
            (await deletedMailTemplates()).map(({ id, name, deletedAt, deletedBy }) => ({
              id,
              name,
              detail: `Deleted ${momentText(deletedAt)}${deletedBy ? ` by ${deletedBy}` : ''}`,
            }))
          }
          onRestore={async id => {
            const { name } = await bringBack(id)
            notify.done(`${name} was restored.`)
          }}
          onClose={() => setOpen(undefined)}
        />
      )}
    </Screen>
  )
}
