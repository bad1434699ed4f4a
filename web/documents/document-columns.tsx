import { IconAlertTriangle, IconEye, IconHistory, IconPencil, IconTrash } from '#web/ui/icons.ts'
import type { Document } from '#contract/documents.ts'
import type { OutdatedDocument } from '#contract/generation.ts'
import { mediumDateText } from '#web/lib/format.ts'
import type { Column } from '#web/ui/table/columns.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import './documents.css'
import { DocumentName } from './DocumentName.tsx'
import { otherByEnding } from '#contract/file-endings.ts'
import { extensionOf } from '#contract/file-names.ts'
import { previewKind } from './preview-kind.ts'

export type DocumentActions = {
  preview: (document: Document) => void
  rename: (document: Document) => void
  earlier: (document: Document) => void
  remove: (document: Document) => void
  again: (document: Document, outdated: OutdatedDocument) => void
}

type Settings = {
  mayWrite: boolean
  isPhone: boolean
  /** By document. */
  outdated: ReadonlyMap<string, OutdatedDocument>
}

const RUNS = 'may run code, so it is never opened here'

const facts: readonly Column<Document>[] = [
  {
    id: 'type',
    header: 'Type',
    text: ({ name, type, mayRunCode }) => {
      if (otherByEnding({ name, type, mayRunCode })) return `${type}, though named ${extensionOf(name)}`
      return mayRunCode ? `${type} (${RUNS})` : type
    },
    render: ({ name, type, mayRunCode }) => {
      const ending = otherByEnding({ name, type, mayRunCode })
      if (ending)
        return (
          <span className="document-type--code" title={`Named ${extensionOf(name)}, the ending of ${ending}`}>
            <IconAlertTriangle size={16} aria-hidden />
            {type}, though named {extensionOf(name)}
          </span>
        )
      return mayRunCode ? (
        <span className="document-type--code">
          <IconAlertTriangle size={16} aria-hidden />
          {type}, may run code
        </span>
      ) : (
        type
      )
    },
    width: 220,
  },
  { id: 'date', header: 'Date', text: document => mediumDateText(document.date), width: 220 },
]

/** Name, Type and Date, and what can be done with each document by this person: on a phone before the other two. */
export function documentColumns(
  actions: DocumentActions,
  { mayWrite, isPhone, outdated }: Settings,
): readonly Column<Document>[] {
  const name: Column<Document> = {
    id: 'name',
    header: 'Name',
    text: document => document.name,
    render: document => (
      <DocumentName
        document={document}
        outdated={outdated.get(document.id)}
        isBrief={isPhone}
        onAgain={mayWrite ? actions.again : undefined}
      />
    ),
    grow: true,
    width: isPhone ? (mayWrite ? 148 : 260) : 280,
  }
  const doing = actionColumn(actions, { mayWrite, isPhone })
  return isPhone ? [name, doing, ...facts] : [name, ...facts, doing]
}

function actionColumn(
  { preview, rename, earlier, remove }: DocumentActions,
  { mayWrite, isPhone }: Pick<Settings, 'mayWrite' | 'isPhone'>,
): Column<Document> {
  return {
    id: 'actions',
    header: 'Actions',
    text: () => '',
    render: document => (
      <span className="document-actions">
        <IconButton
          label={`Preview ${document.name}`}
          icon={IconEye}
          disabled={!previewKind(document)}
          onClick={() => preview(document)}
        />
        {mayWrite && (
          <>
            <IconButton
              label={`Rename ${document.name}`}
              icon={IconPencil}
              onClick={() => rename(document)}
            />
            <IconButton
              label={`Earlier versions of ${document.name}`}
              icon={IconHistory}
              onClick={() => earlier(document)}
            />
            <IconButton
              label={`Delete ${document.name}`}
              icon={IconTrash}
              destructive
              onClick={() => remove(document)}
            />
          </>
        )}
      </span>
    ),
    width: mayWrite ? (isPhone ? 136 : 168) : 80,
  }
}
