import { ContestedFields, type ContestedField } from './ContestedFields.tsx'
import { Banner } from '#web/ui/page/states.tsx'

type Props = {
  /** What the server said: who changed what. */
  message: string
  contested: readonly ContestedField[]
  mine: readonly string[]
  onChoose: (field: string, isMine: boolean) => void
}

/** Inside a dialog: somebody saved the same record meanwhile. */
export function ConflictBanner({ message, contested, mine, onChoose }: Props) {
  return (
    <Banner tone="warning">
      {message} Choose which to keep, then save again.
      <ContestedFields fields={contested} mine={mine} onChoose={onChoose} />
    </Banner>
  )
}
