import {
  IconAlertTriangle,
  IconFileText,
  IconHistory,
  IconPencil,
  IconReportSearch,
  IconTrash,
} from '#web/ui/icons.ts'
import type { DocumentTemplate } from '#contract/templates.ts'
import { countText, momentText } from '#web/lib/format.ts'
import type { Column } from '#web/ui/table/columns.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { staying } from './readiness.ts'
import './templates.css'

export type TemplateActions = {
  report: (template: DocumentTemplate) => void
  edit: (template: DocumentTemplate) => void
  /** Shows its page, on which its fields are put. */
  page: (template: DocumentTemplate) => void
  earlier: (template: DocumentTemplate) => void
  remove: (template: DocumentTemplate) => void
}

const toMend = ({ problems }: DocumentTemplate) => `${countText(problems.length, 'place')} to correct`

const facts: readonly Column<DocumentTemplate>[] = [
  {
    id: 'name',
    header: 'Name',
    text: template => template.name,
    render: template =>
      template.problems.length === 0 && template.leftPlaces === 0 ? (
        template.name
      ) : (
        <span className="template-name">
          <span className="template-name__text">{template.name}</span>
          {template.problems.length > 0 ? (
            <span className="template-name__problems">
              <IconAlertTriangle size={16} aria-hidden />
              {toMend(template)}
            </span>
          ) : (
            <span className="template-name__left" title={staying(template.leftPlaces)}>
              {template.leftPlaces} not filled
            </span>
          )}
        </span>
      ),
    grow: true,
    width: 340,
  },
  {
    id: 'defaultDocumentName',
    header: 'Default Document Name',
    text: template => template.defaultDocumentName,
    width: 300,
  },
  { id: 'type', header: 'Type', text: template => template.type, width: 130 },
  { id: 'date', header: 'Date', text: template => momentText(template.date), width: 190 },
]

/** What the specification lists, and what can be done with each template by this person. */
export const templateColumns = (
  { report, edit, page, earlier, remove }: TemplateActions,
  mayWrite: boolean,
): readonly Column<DocumentTemplate>[] =>
  mayWrite
    ? [
        ...facts,
        {
          id: 'edit',
          header: 'Edit',
          text: () => '',
          render: template => (
            <span className="template-actions">
              <Report template={template} report={report} />
              <IconButton label={`Edit ${template.name}`} icon={IconPencil} onClick={() => edit(template)} />
              <IconButton
                label={`Edit on the page: ${template.name}`}
                icon={IconFileText}
                onClick={() => page(template)}
              />
              <IconButton
                label={`Earlier versions of ${template.name}`}
                icon={IconHistory}
                onClick={() => earlier(template)}
              />
            </span>
          ),
          width: 160,
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
          width: 80,
        },
      ]
    : [
        ...facts,
        {
          id: 'report',
          header: 'Report',
          text: () => '',
          render: template => <Report template={template} report={report} />,
          width: 80,
        },
      ]

type ReportProps = Pick<TemplateActions, 'report'> & { template: DocumentTemplate }

const Report = ({ template, report }: ReportProps) => (
  <IconButton label={`Report on ${template.name}`} icon={IconReportSearch} onClick={() => report(template)} />
)
