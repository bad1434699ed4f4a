import { Button } from '@mantine/core'
import { useClickOutside } from '@mantine/hooks'
import { IconColumns3 } from '@tabler/icons-react'
import { useId, useState } from 'react'
import type { Column } from './columns.ts'

type ColumnsButtonProps<Row> = {
  columns: readonly Column<Row>[]
  visible: Record<string, boolean>
  onChange: (column: string, isShown: boolean) => void
  onReset: () => void
}

/** Which columns the table shows. */
export function ColumnsButton<Row>({ columns, visible, onChange, onReset }: ColumnsButtonProps<Row>) {
  const [isOpen, setIsOpen] = useState(false)
  const menu = useId()
  const place = useClickOutside<HTMLDivElement>(() => setIsOpen(false))
  const shown = columns.filter(column => visible[column.id]).length
  return (
    <div
      ref={place}
      role="presentation"
      className="columns-button"
      onKeyDown={event => event.key === 'Escape' && setIsOpen(false)}
    >
      <Button
        variant="default"
        leftSection={<IconColumns3 size={18} aria-hidden />}
        aria-expanded={isOpen}
        aria-controls={menu}
        onClick={() => setIsOpen(!isOpen)}
      >
        Columns
      </Button>
      {isOpen && (
        <fieldset id={menu} className="columns-menu">
          <legend className="columns-menu__title">Columns</legend>
          <div className="columns-menu__list">
            {columns.map(column => (
              <label key={column.id} className="columns-menu__one">
                <input
                  type="checkbox"
                  checked={visible[column.id] ?? true}
                  // A table without any column could not be put right again.
                  disabled={shown === 1 && visible[column.id] === true}
                  onChange={event => onChange(column.id, event.currentTarget.checked)}
                />
                {column.header}
              </label>
            ))}
          </div>
          <Button variant="subtle" size="compact-sm" onClick={onReset}>
            Reset columns
          </Button>
        </fieldset>
      )}
    </div>
  )
}
