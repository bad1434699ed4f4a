import { Button } from '@mantine/core'
import { Dialog } from '#web/ui/dialog/Dialog.tsx'

const keys = [
  {
    title: 'Everywhere',
    lines: [
      ['Ctrl K', 'Search jobs, contacts, documents and templates, and do things: New job, Change ETD'],
      ['C', 'Create a job'],
      ['Ctrl S', 'Save what you typed: job card, contact, company and dialogs'],
      ['?', 'Show this list'],
      ['Esc', 'Close a dialog or menu'],
    ],
  },
  {
    title: 'Tables',
    lines: [
      ['↑ ↓', 'Move the selection'],
      ['Enter', 'Open the selected row'],
      ['Page Up, Page Down, Home, End', 'Move by a page or to the end'],
      ['← →', 'Scroll sideways'],
      ['↑ on the first row', 'Go to the headers'],
      ['Enter on a header', 'Sort by it'],
      ['Shift ← → on a header', 'Make the column narrower or wider'],
      ['Ctrl ← → on a header', 'Move the column'],
    ],
  },
  {
    title: 'Page of a document template',
    lines: [
      ['J, K', 'Go to the next field, or to the one before; in the list ↓ and ↑ do the same'],
      ['Enter', 'Use the field that is proposed'],
      ['Delete', 'Dismiss a value, or take a field out'],
      ['C', 'Change the field'],
      ['F', 'Change its format'],
      ['M', 'Move the field: arrow keys choose where, Enter puts it there'],
      ['Ctrl Z', 'Undo'],
      ['Ctrl S', 'Save the template'],
    ],
  },
] as const

/** Which keys do what. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose} footer={<Button onClick={onClose}>Close</Button>}>
      {keys.map(({ title, lines }) => (
        <section key={title} className="keys">
          <h3 className="keys__title">{title}</h3>
          <dl className="keys__list">
            {lines.map(([key, what]) => (
              <div key={key} className="keys__line">
                <dt>
                  <kbd>{key}</kbd>
                </dt>
                <dd>{what}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Dialog>
  )
}
