import { withoutExtension } from '#contract/file-names.ts'
import type { DocumentTemplate } from '#contract/templates.ts'
import { IconChevronDown } from '#web/ui/icons.ts'
import { MenuButton } from '#web/ui/MenuButton.tsx'
import { messageOf } from '#web/lib/problem.ts'
import { useTemplates } from './queries.ts'

/** The templates in a menu: a document is made from one of them without a dialog. */
export function TemplateMenuPicker({ onChosen }: { onChosen: (template: DocumentTemplate) => void }) {
  return (
    <MenuButton label="Generate from a template" icon={<IconChevronDown size={18} aria-hidden />} isIconOnly>
      {close => (
        <Templates
          onChosen={template => {
            close()
            onChosen(template)
          }}
        />
      )}
    </MenuButton>
  )
}

function Templates({ onChosen }: { onChosen: (template: DocumentTemplate) => void }) {
  const { data, error } = useTemplates()
  if (error) return <p className="menu-panel__hint">{messageOf(error)}</p>
  if (data?.length === 0) return <p className="menu-panel__hint">No document templates yet.</p>
  return (
    <div className="menu-panel__list">
      {data?.map(template => (
        <button
          key={template.id}
          type="button"
          className="menu-panel__choice"
          onClick={() => onChosen(template)}
        >
          {withoutExtension(template.name)}
        </button>
      ))}
    </div>
  )
}
