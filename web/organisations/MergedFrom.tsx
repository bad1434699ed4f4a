import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { momentText, nameOr } from '#web/lib/format.ts'
import { useMay } from '#web/lib/membership.ts'
import { mergesQuery } from './merge-queries.ts'
import { useMergeUndo } from './merge-undo.ts'
import './merge.css'

/** The latest merge into a contact that can still be undone, and the way back. */
export function MergedFrom({ contactId }: { contactId: string }) {
  const mayWrite = useMay('organisations:write')
  const { data: merges = [] } = useQuery(mergesQuery(contactId))
  const { undo, isPending } = useMergeUndo()
  const latest = merges.find(({ canBeUndone }) => canBeUndone)
  if (!latest) return null
  return (
    <div className="merged-from">
      <p>
        Merged from {nameOr(latest.mergedName)} on {momentText(latest.at)}
        {latest.by && ` by ${latest.by}`}.
      </p>
      {mayWrite && (
        <Button
          variant="subtle"
          size="compact-sm"
          loading={isPending}
          aria-label={`Undo the merge of ${nameOr(latest.mergedName)}`}
          onClick={() => void undo(latest)}
        >
          Undo
        </Button>
      )}
    </div>
  )
}
