import { Button } from '@mantine/core'
import { variables } from './page-look.ts'
import type { TextMaking } from './use-text-making.ts'
import './selection-button.css'

/** At the text that is selected: makes a field of it, or says why that cannot be. */
export function SelectionButton({ selected, refusal, make }: TextMaking) {
  if (!selected) return null
  const { left, top } = selected
  return (
    <div
      className="selection-button"
      style={variables({ '--selection-left': `${left}px`, '--selection-top': `${top}px` })}
    >
      {refusal === '' ? (
        <Button
          size="compact-sm"
          // The selection stays what it is.
          onMouseDown={event => event.preventDefault()}
          onClick={() => make()}
        >
          Make it a field…
        </Button>
      ) : (
        <p className="selection-button__refusal">{refusal}</p>
      )}
    </div>
  )
}
