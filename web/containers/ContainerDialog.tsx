import { useState } from 'react'
import { type Container, type ContainerField, containerLabels } from '#contract/containers.ts'
import { newId } from '#web/lib/new-id.ts'
import { RecordDialog } from '#web/ui/record-form/RecordDialog.tsx'
import { ContainerFields } from './ContainerFields.tsx'
import { containerInput, containerText, containerValues } from './form.ts'
import { useAddContainer, useUpdateContainer } from './queries.ts'

type Props = {
  jobId: string
  container: Container
  /** The other containers of the job. */
  others: readonly Container[]
  onClose: () => void
}

const storedOf = (container: Container) => ({
  values: containerValues(container),
  version: container.version,
})

/** “seals.1” is the second of the seals, which have one field. */
const fieldOf = (path: string): ContainerField | null => {
  const [name = ''] = path.split('.')
  return name in containerLabels ? (name as ContainerField) : null
}

/** Every field of a container. */
export function ContainerDialog({ jobId, container, others, onClose }: Props) {
  const update = useUpdateContainer(jobId)
  const add = useAddContainer(jobId)
  const [nextId] = useState(newId)
  return (
    <RecordDialog
      title="Container"
      size="lg"
      stored={storedOf(container)}
      labels={containerLabels}
      textOf={containerText}
      fieldOf={fieldOf}
      send={(sent, changed, version) =>
        update.mutateAsync({ id: container.id, input: containerInput(sent, changed), version })
      }
      read={storedOf}
      anew={{ noun: 'container', send: values => add.mutateAsync({ id: nextId, values }) }}
      onClose={onClose}
    >
      {control => <ContainerFields control={control} others={others} />}
    </RecordDialog>
  )
}
