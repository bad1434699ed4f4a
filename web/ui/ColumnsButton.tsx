import { Button, Checkbox, Popover } from '@mantine/core'
import { IconColumns3 } from '@tabler/icons-react'
import type { Column } from './columns.ts'

type ColumnsButtonProps<Row> = {
  columns: readonly Column<Row>[]
  visible: Record<string, boolean>
  onChange: (column: string, isShown: boolean) => void
  onReset: () => void
}

/** Which columns the table shows. */
export function ColumnsButton<Row>({ columns, visible, onChange, onReset }: ColumnsButtonProps<Row>) {
  const shown = columns.filter(column => visible[column.id]).length
  return (
    <Popover position="bottom-end" shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <Button
          variant="default"
          className="columns-button"
          leftSection={<IconColumns3 size={18} aria-hidden />}
        >
          Columns
        </Button>
      </Popover.Target>
      <Popover.Dropdown className="columns-menu" aria-label="Columns">
        <div className="columns-menu__list">
          {columns.map(column => (
            <Checkbox
              key={column.id}
              size="xs"
              label={column.header}
              checked={visible[column.id] ?? true}
              // A table without any column could not be put right again.
              disabled={shown === 1 && visible[column.id] === true}
              onChange={event => onChange(column.id, event.currentTarget.checked)}
            />
          ))}
        </div>
        <Button variant="subtle" onClick={onReset}>
          Reset columns
        </Button>
      </Popover.Dropdown>
    </Popover>
  )
}
