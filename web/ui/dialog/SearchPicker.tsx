import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { MINIMUM_SEARCH_LENGTH } from '#contract/values.ts'
import type { Column } from '#web/ui/table/columns.ts'
import { DataTable } from '#web/ui/table/DataTable.tsx'
import { Dialog } from './Dialog.tsx'
import { EmptyState } from '#web/ui/page/states.tsx'
import './search-picker.css'

type Found<Row> = {
  data: readonly Row[] | undefined
  error: unknown
  isFetching: boolean
  refetch: () => unknown
}

type Props<Row extends object> = {
  title: string
  /** What is looked for, in the plural: "ports". */
  noun: string
  columns: readonly Column<Row>[]
  rowId: (row: Row) => string
  /** The text that was searched for; '' before the first search. */
  searched: string
  onSearch: (text: string) => void
  /** Which texts can be searched for, and the sentence that says so; three characters by default. */
  accepts?: (text: string) => boolean
  hint?: string
  found: Found<Row>
  /** Where nothing else is found, the one row is chosen without a click; without a row the main button waits for one. */
  preselectsOnly?: boolean
  /** And Enter, once it is found, takes it: what is chosen is only looked at. */
  takesOnly?: boolean
  onChosen: (row: Row) => void
  /** Absent where the person may not make one. */
  onCreateNew?: ((text: string) => void) | undefined
  onClose: () => void
  /** What the main button says. */
  choose?: string
}

const TOO_SHORT = `Type at least ${MINIMUM_SEARCH_LENGTH} characters to search.`
const isLongEnough = (text: string) => text.length >= MINIMUM_SEARCH_LENGTH

/** Search, highlight one row, add it: the dialog in which a record is chosen from very many. */
export function SearchPicker<Row extends object>(props: Props<Row>) {
  const { title, noun, columns, rowId, searched, onSearch, found, onChosen, onCreateNew, onClose } = props
  const { choose = 'Add', takesOnly = false } = props
  const { preselectsOnly = takesOnly } = props
  const { accepts = isLongEnough, hint = TOO_SHORT } = props
  const [text, setText] = useState('')
  const [isTooShort, setIsTooShort] = useState(false)
  const [selected, setSelected] = useState<Row>()
  const [only, ...others] = searched ? (found.data ?? []) : []
  const chosen = selected ?? (preselectsOnly && others.length === 0 ? only : undefined)

  const search = (event: FormEvent) => {
    event.preventDefault()
    // The dialog is a React child of whatever opened it: its submit must not reach a form there.
    event.stopPropagation()
    const wanted = text.trim()
    setIsTooShort(!accepts(wanted))
    if (!accepts(wanted)) return
    // Enter once more takes the only one that was found.
    if (takesOnly && chosen && wanted === searched && !found.isFetching) return onChosen(chosen)
    setSelected(undefined)
    if (wanted === searched) found.refetch()
    else onSearch(wanted)
  }
  const add = () => (chosen ? onChosen(chosen) : onClose())

  return (
    <Dialog
      title={title}
      size="lg"
      onClose={onClose}
      footer={
        <>
          {onCreateNew && (
            <Button variant="default" className="search-picker__new" onClick={() => onCreateNew(text.trim())}>
              Create New
            </Button>
          )}
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
          <Button disabled={preselectsOnly && !chosen} onClick={add}>
            {choose}
          </Button>
        </>
      }
    >
      <form role="search" className="search-picker__search" noValidate onSubmit={search}>
        <TextInput
          className="search-picker__text"
          label={`Search ${noun}`}
          data-autofocus
          autoComplete="off"
          value={text}
          onChange={event => {
            setText(event.currentTarget.value)
            setIsTooShort(false)
          }}
          {...(isTooShort ? { error: hint } : { description: hint })}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
        />
        <Button type="submit" variant="default" loading={found.isFetching}>
          Search
        </Button>
      </form>
      <div className="search-picker__table">
        <DataTable
          label={`Found ${noun}`}
          columns={columns}
          rows={searched ? found.data : []}
          rowId={rowId}
          error={found.error}
          onRetry={() => void found.refetch()}
          selectedId={chosen && rowId(chosen)}
          onSelect={setSelected}
          onOpen={onChosen}
          openLabel="Choose"
          fill
          empty={
            searched ? (
              <EmptyState
                title={`No ${noun} match “${searched}”.`}
                hint={onCreateNew ? 'Try another spelling, or create a new one.' : 'Try another spelling.'}
              />
            ) : (
              <EmptyState title={`Search by name to find ${noun}.`} />
            )
          }
        />
      </div>
    </Dialog>
  )
}
