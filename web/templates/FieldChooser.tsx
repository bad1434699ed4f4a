import { TextInput } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import type { FieldGroup } from '#contract/template-fields.ts'
import type { FieldChoice } from '#contract/template-pages.ts'
import { CancelButton, Dialog } from '#web/ui/dialog/Dialog.tsx'
import { Loaded } from '#web/ui/page/Loaded.tsx'
import './field-chooser.css'
import { asConditions, type FieldOption, finderIn } from './find-fields.ts'
import { MOST_OPTIONS, optionId, OptionList, type OptionWays } from './OptionList.tsx'
import { useStable } from './page/use-stable.ts'
import { templateFieldsQuery } from './queries.ts'

type Props = {
  title: string
  /** What is offered before all fields, the likeliest first. */
  choices?: readonly FieldChoice[]
  /** What the choices print for the job; undefined where they print different things. */
  printed?: string | undefined
  /** What has to be filled in is chosen: a field of the job, or a list as a whole. */
  isCondition?: boolean
  jobId: string | undefined
  /** The field that is there: another one of its kind is printed as it was. */
  current?: FieldChoice | undefined
  /** What is looked for first; where no field has it, all are shown. */
  searched?: string | undefined
  /** What stands before the field on the page: fields of such a name are offered first. */
  near?: string | undefined
  onChosen: (choice: FieldChoice) => void
  onClose: () => void
}

/** Chooses one of all fields by its label, its name or what it prints for the job. */
export const FieldChooser = ({ title, onClose, ...search }: Props) => (
  <Dialog title={title} size="md" onClose={onClose} footer={<CancelButton />}>
    <FieldSearch {...search} />
  </Dialog>
)

type SearchProps = Omit<Props, 'title' | 'onClose'> & {
  /** A field is dragged out of the list, or no longer. */
  onDrag?: ((choice: FieldChoice | undefined) => void) | undefined
}

/** All fields with what they print for the job, found as one types. */
export function FieldSearch({ jobId, ...search }: SearchProps) {
  const fields = useQuery({ ...templateFieldsQuery(jobId), placeholderData: keepPreviousData })
  return (
    <Loaded query={fields} failed="The fields could not be loaded." fields={6}>
      {all => <FieldsFound all={all} {...search} />}
    </Loaded>
  )
}

const NO_CHOICES: readonly FieldChoice[] = []

function FieldsFound({
  all,
  choices = NO_CHOICES,
  printed,
  isCondition = false,
  current,
  searched,
  near = '',
  onChosen,
  onDrag,
}: Omit<SearchProps, 'jobId'> & { all: readonly FieldGroup[] }) {
  const groups = useMemo(() => (isCondition ? all.map(asConditions) : all), [all, isCondition])
  const find = useMemo(
    () => finderIn(groups, { choices, printed, current, near }),
    [groups, choices, printed, current, near],
  )
  const first = searched !== undefined && find(searched).length > 0 ? searched : ''
  return <Options find={find} first={first} missed={first === '' ? searched : ''} {...{ onChosen, onDrag }} />
}

const NONE = -1

type OptionsProps = Pick<SearchProps, 'onChosen' | 'onDrag'> & {
  find: (searched: string) => FieldOption[]
  first: string
  /** What no field of the job has. */
  missed: string | undefined
}

function Options({ find, first, missed, onChosen, onDrag }: OptionsProps) {
  const list = useId()
  const input = useRef<HTMLInputElement>(null)
  // What is typed takes the place of what is looked for first.
  useEffect(() => input.current?.select(), [])
  const [searched, setSearched] = useState(first)
  // What was looked for is none of them: whoever presses Enter has chosen nothing yet.
  const [active, setActive] = useState(missed ? NONE : 0)
  const found = useMemo(() => find(searched), [find, searched])
  const options = found.slice(0, MOST_OPTIONS)
  const idOf = (index: number) => optionId(list, index)
  const choose = ({ placeholder, name, label }: FieldOption) => onChosen({ placeholder, name, label })
  const moveTo = (index: number) => {
    const next = Math.max(0, Math.min(options.length - 1, index))
    setActive(next)
    document.getElementById(idOf(next))?.scrollIntoView({ block: 'nearest' })
  }
  const press = (event: KeyboardEvent) => {
    const chosen = options[active]
    if (event.key === 'ArrowDown') moveTo(active + 1)
    else if (event.key === 'ArrowUp') moveTo(active - 1)
    else if (event.key === 'Enter' && chosen) choose(chosen)
    else return
    event.preventDefault()
  }
  const ways = useStable<OptionWays>({
    choose,
    press,
    drag: option =>
      onDrag?.(option && { placeholder: option.placeholder, name: option.name, label: option.label }),
  })
  return (
    <>
      <TextInput
        ref={input}
        data-autofocus
        type="search"
        label="Search fields"
        placeholder="Name, label or value"
        role="combobox"
        aria-expanded
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={options[active] ? idOf(active) : undefined}
        value={searched}
        onChange={event => {
          setSearched(event.currentTarget.value)
          setActive(missed && event.currentTarget.value === '' ? NONE : 0)
        }}
        onKeyDown={press}
      />
      <p className="field-chooser__count" role="status">
        {missed && searched === '' && `No field of the job has “${missed}”. All fields are shown. `}
        {found.length === 0 && `No field matches “${searched}”.`}
        {found.length > MOST_OPTIONS &&
          `The first ${MOST_OPTIONS} of ${found.length} fields. Type to find others.`}
      </p>
      <div id={list} className="field-chooser" role="listbox" aria-label="Fields" tabIndex={-1}>
        <OptionList
          found={found}
          active={active}
          list={list}
          isDraggable={onDrag !== undefined}
          ways={ways}
        />
      </div>
    </>
  )
}
