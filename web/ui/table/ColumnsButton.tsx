import { Button } from '@mantine/core'
import { IconColumns3 } from '#web/ui/icons.ts'
import type { Column } from './columns.ts'
import { MenuButton } from '#web/ui/MenuButton.tsx'
import { NarrowedList } from '#web/ui/NarrowedList.tsx'

type ColumnsButtonProps<Row> = {
  columns: readonly Column<Row>[]
  visible: Record<string, boolean>
  onChange: (column: string, isShown: boolean) => void
  isComfortable: boolean
  onComfortable: (isComfortable: boolean) => void
  onReset: () => void
}

/** Which columns the table shows, and how high its rows are. */
export function ColumnsButton<Row>(props: ColumnsButtonProps<Row>) {
  const { columns, visible, onChange, isComfortable, onComfortable, onReset } = props
  const shown = columns.filter(column => visible[column.id]).length
  return (
    <MenuButton label="Columns" icon={<IconColumns3 size={18} aria-hidden />}>
      <NarrowedList noun="column" all={columns} nameOf={({ header }) => header}>
        {column => (
          <label key={column.id} className="menu-panel__one">
            <input
              type="checkbox"
              checked={visible[column.id] ?? true}
              // A table without any column could not be put right again.
              disabled={shown === 1 && visible[column.id] === true}
              onChange={event => onChange(column.id, event.currentTarget.checked)}
            />
            {column.header}
          </label>
        )}
      </NarrowedList>
      <label className="menu-panel__one menu-panel__one--apart">
        <input
          type="checkbox"
          checked={isComfortable}
          onChange={event => onComfortable(event.currentTarget.checked)}
        />
        Taller rows
      </label>
      <p className="menu-panel__hint">Drag a header to move its column, or its edge to widen it.</p>
      <Button variant="subtle" size="compact-sm" onClick={onReset}>
        Reset columns
      </Button>
    </MenuButton>
  )
}
