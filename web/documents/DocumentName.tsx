import { IconAlertTriangle } from '#web/ui/icons.ts'
import type { ReactNode } from 'react'
import { otherByEnding } from '#contract/file-endings.ts'
import { withoutExtension } from '#contract/file-names.ts'
import type { Document } from '#contract/documents.ts'
import type { OutdatedDocument } from '#contract/generation.ts'

type Props = {
  document: Document
  /** In what it would come out differently now. */
  outdated: OutdatedDocument | undefined
  /** Where there is no room for words, signs stand for them, and the name is cut before its ending. */
  isBrief: boolean
  /** undefined where this person makes no documents. */
  onAgain: ((document: Document, outdated: OutdatedDocument) => void) | undefined
}

const RUNS_CODE = 'May run code, so it is never opened here'

const words = ({ cause }: OutdatedDocument) =>
  cause === 'template' ? 'Its template has been replaced since' : 'The job has changed since'

/** A document's name, and whether it is still what its job says. */
export function DocumentName({ document, outdated, isBrief, onAgain }: Props) {
  if (!isBrief && !outdated) return document.name
  const sign = <IconAlertTriangle size={16} aria-hidden />
  const again = (content: ReactNode, label: string) =>
    outdated &&
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
  if (isBrief || !outdated) {
    const ending = otherByEnding(document)
    const stem = withoutExtension(document.name)
    return (
      <span className="document-name document-name--brief" title={document.name}>
        {document.mayRunCode && (
          <span className="document-type--code" role="img" aria-label={RUNS_CODE} title={RUNS_CODE}>
            {sign}
          </span>
        )}
        {ending && (
          <span
            className="document-type--code"
            role="img"
            aria-label={`The file is ${document.type}, not ${ending} as its ending says`}
            title={`The file is ${document.type}, not ${ending} as its ending says`}
          >
            {sign}
          </span>
        )}
        {outdated && again(sign, `${words(outdated)}. Make again: ${document.name}`)}
        {/* Where the name is cut, its ending still tells a PDF from a Word file. */}
        <span className="document-name__spoken">{document.name}</span>
        <span className="document-name__whole" aria-hidden>
          <span className="document-name__text">{stem}</span>
          <span>{document.name.slice(stem.length)}</span>
        </span>
      </span>
    )
  }
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
