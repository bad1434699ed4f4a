import { TextInput } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useId, useState } from 'react'
import type { CatalogueField, FieldGroup } from '#contract/template-fields.ts'
import type { FieldChoice } from '#contract/template-pages.ts'
import { CancelButton, Dialog } from '#web/ui/dialog/Dialog.tsx'
import { Loaded } from '#web/ui/page/Loaded.tsx'
import './field-chooser.css'
import { likeLabel, matches, nearness, syntaxes } from './field-syntaxes.ts'
import { keptFormats } from './page/kept-formats.ts'
import { useGrowing } from './page/use-growing.ts'
import { writtenAs } from './page/written-as.ts'
import { templateFieldsQuery } from './queries.ts'

type Option = FieldChoice & { /** What it prints for the job. */ value: string; group: string }

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

const [text] = syntaxes

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
export function FieldSearch({
  choices = [],
  printed,
  isCondition = false,
  jobId,
  current,
  searched,
  near = '',
  onChosen,
  onDrag,
}: SearchProps) {
  const fields = useQuery({ ...templateFieldsQuery(jobId), placeholderData: keepPreviousData })
  return (
    <Loaded query={fields} failed="The fields could not be loaded." fields={6}>
      {all => {
        const groups = isCondition ? all.map(asConditions) : all
        const values = new Map(
          groups.flatMap(({ fields: own }) => own.map(one => [one.name, one.value ?? ''])),
        )
        const kinds = new Map(groups.flatMap(({ fields: own }) => own.map(one => [one.name, one.kind])))
        const write = (name: string) =>
          current && kinds.get(current.name) === kinds.get(name)
            ? text.write(name + keptFormats(current.placeholder))
            : text.write(name)
        const likely = choices.map((choice): Option => {
          const value =
            printed ?? (writtenAs(choice.placeholder) === '' ? values.get(choice.name) : undefined)
          return { ...choice, value: value ?? '', group: 'Likely here' }
        })
        const option = (group: FieldGroup, { name, label, value }: CatalogueField): Option => ({
          ...{ name, label: `${group.title}: ${label}`, placeholder: write(name) },
          ...{ value: value ?? '', group: group.title },
        })
        likely.push(
          ...likeLabel(groups, near).map(({ group, field }) => ({
            ...option(group, field),
            group: 'Likely here',
          })),
        )
        const find = (wanted: string): Option[] => [
          ...likely.filter(({ label, name, value }) =>
            matches({ label, name, aliases: [], kind: '', value }, '', wanted),
          ),
          ...groups
            .flatMap(group =>
              group.fields
                .filter(field => matches(field, group.title, wanted))
                .map(field => option(group, field)),
            )
            .toSorted((one, other) => nearness(one.value, wanted) - nearness(other.value, wanted)),
        ]
        const first = searched !== undefined && find(searched).length > 0 ? searched : ''
        return (
          <Options
            find={find}
            first={first}
            missed={first === '' ? searched : ''}
            {...{ onChosen, onDrag }}
          />
        )
      }}
    </Loaded>
  )
}

/** A list has to have an entry, whatever is filled in of that. */
const asConditions = (group: FieldGroup): FieldGroup =>
  group.isList
    ? {
        ...group,
        fields: [{ name: group.name, label: 'any', aliases: [], kind: 'text', value: null }],
      }
    : group

/** More than anybody reads: who looks further types a word more. */
const MOST = 200
const NONE = -1

type OptionsProps = Pick<SearchProps, 'onChosen' | 'onDrag'> & {
  find: (searched: string) => Option[]
  first: string
  /** What no field of the job has. */
  missed: string | undefined
}

function Options({ find, first, missed, onChosen, onDrag }: OptionsProps) {
  const list = useId()
  const [searched, setSearched] = useState(first)
  // What was looked for is none of them: whoever presses Enter has chosen nothing yet.
  const [active, setActive] = useState(missed ? NONE : 0)
  const found = find(searched)
  const options = found.slice(0, MOST)
  const shown = useGrowing(options.length)
  const idOf = (index: number) => `${list} ${index}`.replaceAll(' ', '-')
  const choose = ({ placeholder, name, label }: Option) => onChosen({ placeholder, name, label })
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
  return (
    <>
      <TextInput
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
        {found.length > MOST && `The first ${MOST} of ${found.length} fields. Type to find others.`}
      </p>
      <div id={list} className="field-chooser" role="listbox" aria-label="Fields" tabIndex={-1}>
        {options.slice(0, shown).map((option, index) => (
          <div
            key={`${option.group} ${option.placeholder}`}
            id={idOf(index)}
            role="option"
            className="field-chooser__option"
            aria-selected={index === active}
            tabIndex={-1}
            draggable={onDrag !== undefined}
            onDragStart={event => {
              event.dataTransfer.effectAllowed = 'move'
              const { placeholder, name, label } = option
              onDrag?.({ placeholder, name, label })
            }}
            onDragEnd={() => onDrag?.(undefined)}
            onClick={() => choose(option)}
            onKeyDown={press}
          >
            <span className="field-chooser__label">
              {option.label}
              <span className="field-chooser__written">{writtenAs(option.placeholder)}</span>
            </span>
            <span className="field-chooser__value">{option.value}</span>
          </div>
        ))}
      </div>
    </>
  )
}
