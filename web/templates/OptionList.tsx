import { type KeyboardEvent, memo, useDeferredValue } from 'react'
import type { FieldOption } from './find-fields.ts'
import { useGrowing } from './page/use-growing.ts'
import { useTemplateLanguage } from './page/template-language.ts'
import { writtenAs } from './page/written-as.ts'

/** More than anybody reads: who looks further types a word more. */
export const MOST_OPTIONS = 200
/** What fills the list before it is scrolled. */
const FIRST = 16

export type OptionWays = {
  choose: (option: FieldOption) => void
  press: (event: KeyboardEvent) => void
  /** It is dragged out of the list; undefined: no longer. */
  drag: (option: FieldOption | undefined) => void
}

type Props = {
  found: readonly FieldOption[]
  /** By its order; less than 0 for none. */
  active: number
  /** The id of the list, by which those of its lines begin. */
  list: string
  isDraggable: boolean
  ways: OptionWays
}

export const optionId = (list: string, index: number) => `${list} ${index}`.replaceAll(' ', '-')

/** The fields that were found, drawn after what is typed is shown, and of many the first ones first. */
export function OptionList({ found, active, list, isDraggable, ways }: Props) {
  const options = useDeferredValue(found)
  const shown = useGrowing(Math.min(options.length, MOST_OPTIONS), { first: FIRST })
  return options
    .slice(0, shown)
    .map((option, index) => (
      <OneOption
        key={`${option.group} ${option.placeholder}`}
        id={optionId(list, index)}
        isActive={index === active}
        {...{ option, isDraggable, ways }}
      />
    ))
}

type OneProps = Pick<Props, 'isDraggable' | 'ways'> & { option: FieldOption; id: string; isActive: boolean }

const OneOption = memo(({ option, id, isActive, isDraggable, ways }: OneProps) => {
  const language = useTemplateLanguage()
  return (
    <div
      id={id}
      role="option"
      className="field-chooser__option"
      aria-selected={isActive}
      tabIndex={-1}
      draggable={isDraggable}
      onDragStart={event => {
        event.dataTransfer.effectAllowed = 'move'
        ways.drag(option)
      }}
      onDragEnd={() => ways.drag(undefined)}
      onClick={() => ways.choose(option)}
      onKeyDown={ways.press}
    >
      <span className="field-chooser__label">
        {option.label}
        <span className="field-chooser__written">{writtenAs(option.placeholder, language)}</span>
      </span>
      <span className="field-chooser__value">{option.value}</span>
    </div>
  )
})
OneOption.displayName = 'OneOption'
