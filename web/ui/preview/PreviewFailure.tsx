import { EmptyState } from '#web/ui/page/states.tsx'

/** The file came, and cannot be shown: it is damaged or beyond what the preview understands. */
export const PreviewFailure = ({ name }: { name: string }) => (
  <EmptyState
    title={`${name} cannot be shown here.`}
    hint="The file may be damaged or protected by a password. Download it to open it in its own program."
  />
)
