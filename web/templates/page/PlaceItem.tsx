import { memo } from 'react'
import { mayMove, type PlaceState } from './decisions.ts'
import { ListItem, type ListItemProps } from './ListItem.tsx'
import { mayFormat, mayUse, type PlaceActions, printedAs, wordsOf } from './place-list.ts'
import { isSecondClick } from './second-click.ts'
import { useTemplateLanguage } from './template-language.ts'

type Props = ListItemProps & {
  state: PlaceState
  /** It has a line of its own, which may stand only where it is filled in. */
  isPlain: boolean
  actions: PlaceActions
}

/** How many further fields are offered beside the likeliest. */
const OTHERS = 3

/** One place of the list: what stands there, its field, and what can be done; of many only what changes is drawn. */
export const PlaceItem = memo(({ state, isCurrent, isInTabOrder, hint, isPlain, actions }: Props) => {
  const { key, status, choice, choices, isChanged } = state
  const language = useTemplateLanguage()
  const words = wordsOf(state)
  const others =
    status === 'asked' || (status === 'field' && !isChanged)
      ? choices.filter(one => one.name !== choice?.name).slice(0, OTHERS)
      : []
  return (
    <ListItem
      {...{ itemKey: key, status, isCurrent, isInTabOrder, hint }}
      words={{ ...words, written: printedAs(state, language) }}
      onGo={() => actions.go(key)}
    >
      {mayUse(state) && choice && (
        <Action label={words.use} of={words.name} isMain onClick={() => actions.use(key, choice)} />
      )}
      {others.map(one => (
        <Action
          key={one.placeholder}
          label={one.label}
          of={`for ${words.name}`}
          isChoice
          onClick={() => actions.use(key, one)}
        />
      ))}
      {status !== 'dismissed' && !state.isFixed && (
        <>
          <Action label="Change…" of={words.name} onClick={() => actions.change(key)} />
          {mayFormat(state) && <Action label="Format…" of={words.name} onClick={() => actions.format(key)} />}
          {isCurrent && mayMove(state) && (
            <Action label="Move…" of={words.name} onClick={() => actions.move(key)} />
          )}
          <Action label={words.dismiss} of={words.name} onClick={() => actions.dismiss(key)} />
          {isPlain && (
            <Action
              label="Only where filled in"
              of={words.name}
              onClick={() => actions.makeConditional(key)}
            />
          )}
        </>
      )}
    </ListItem>
  )
})
PlaceItem.displayName = 'PlaceItem'

type ActionProps = { label: string; of: string; isMain?: boolean; isChoice?: boolean; onClick: () => void }

export const Action = memo(({ label, of, isMain = false, isChoice = false, onClick }: ActionProps) => (
  <button
    type="button"
    className={isMain || isChoice ? 'place__action place__action--choice' : 'place__action'}
    aria-label={`${label} ${of}`}
    onClick={event => isSecondClick(event) || onClick()}
  >
    {label}
  </button>
))
Action.displayName = 'Action'
