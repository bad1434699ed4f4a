import { Textarea } from '@mantine/core'
import type { ClipboardEvent } from 'react'
import { Banner } from '#web/ui/page/states.tsx'
import type { PastedAddress } from './pasted-address.ts'

/** A block of an e-mail or a letterhead, taken apart into the fields; what a person typed into a field stays. */
export function PasteAddress({ pasted }: { pasted: PastedAddress }) {
  return (
    <>
      <Textarea
        label="Paste an address"
        dir="auto"
        rows={2}
        autoComplete="off"
        value={pasted.text}
        onChange={event => pasted.type(event.currentTarget.value)}
        onPaste={event => pasted.paste(textAfter(event))}
        onBlur={() => pasted.readRest()}
      />
      {pasted.notTaken.length > 0 && (
        <Banner tone="warning">
          {`Not taken into a field: ${pasted.notTaken.join(', ')}. Type what you need of it into a field.`}
        </Banner>
      )}
    </>
  )
}

/** What stands in the box once the browser has put the copied text in place of what is selected. */
function textAfter({ currentTarget: box, clipboardData }: ClipboardEvent<HTMLTextAreaElement>): string {
  return (
    box.value.slice(0, box.selectionStart) + clipboardData.getData('text') + box.value.slice(box.selectionEnd)
  )
}
