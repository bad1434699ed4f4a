import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Document } from '#contract/documents.ts'
import type { OutdatedDocument } from '#contract/generation.ts'

type Props = {
  document: Document
  /** In what it would come out differently now. */
  outdated: OutdatedDocument | undefined
  /** Where there is no room for words, the sign alone leads on. */
  isBrief: boolean
  /** undefined where this person makes no documents. */
  onAgain: ((document: Document, outdated: OutdatedDocument) => void) | undefined
}

const words = ({ cause }: OutdatedDocument) =>
  cause === 'template' ? 'Its template has been replaced since' : 'The job has changed since'

/** A document's name, and whether it is still what its job says. */
export function DocumentName({ document, outdated, isBrief, onAgain }: Props) {
  if (!outdated) return document.name
  const sign = <IconAlertTriangle size={16} aria-hidden />
  const again = (content: ReactNode, label: string) =>
    onAgain && (
      <button
        type="button"
        className="document-name__again"
        aria-label={label}
        title={label}
        onClick={event => {
          event.stopPropagation()
          onAgain(document, outdated)
        }}
        onDoubleClick={event => event.stopPropagation()}
      >
        {content}
      </button>
    )
  if (isBrief)
    return (
      <span className="document-name">
        {again(sign, `${words(outdated)}. Make again: ${document.name}`)}
        <span className="document-name__text">{document.name}</span>
      </span>
    )
  return (
    <span className="document-name">
      <span className="document-name__text">{document.name}</span>
      <span className="document-name__outdated">
        {sign}
        {words(outdated)}
      </span>
      {again('Make again', `Make again: ${document.name}`)}
    </span>
  )
}
