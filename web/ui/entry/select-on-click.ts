import { type MouseEvent, useRef } from 'react'

/** A click into a field marks all of its text, as Tab does: what is typed next takes its place. */
export function useSelectOnClick() {
  const isNewlyFocused = useRef(false)
  return {
    onMouseDown: (event: MouseEvent<HTMLInputElement>) => {
      isNewlyFocused.current = document.activeElement !== event.currentTarget
    },
    onClick: ({ currentTarget }: MouseEvent<HTMLInputElement>) => {
      // The press has put the cursor somewhere; a part that was marked by dragging stays marked.
      if (isNewlyFocused.current && currentTarget.selectionStart === currentTarget.selectionEnd)
        currentTarget.select()
      isNewlyFocused.current = false
    },
  }
}
