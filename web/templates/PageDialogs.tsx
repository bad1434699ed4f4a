import { FieldChooser } from './FieldChooser.tsx'
import { FormatDialog } from './FormatDialog.tsx'
import type { usePageEditing } from './page/use-page-editing.ts'

type Props = {
  editing: ReturnType<typeof usePageEditing>
  /** Of the template, such as “en”. */
  language: string
  jobId: string | undefined
}

/** What is asked about one place of the page: which field it is, and how its value is printed. */
export function PageDialogs({ editing, language, jobId }: Props) {
  const { chooser, formatting } = editing
  return (
    <>
      {chooser && <FieldChooser {...chooser} jobId={jobId} onClose={editing.closeChooser} />}
      {formatting && (
        <FormatDialog
          choice={formatting.choice}
          language={language}
          jobId={jobId}
          onChosen={editing.chooseFormat}
          onClose={editing.stopFormatting}
        />
      )}
    </>
  )
}
