import { Button } from '@mantine/core'
import { useId, useState } from 'react'
import { builtInKinds, type ReferenceKind } from '#contract/reference-kinds.ts'
import { useRestoreRemoved } from '#web/history/queries.ts'
import { useRemoval } from '#web/ui/dialog/use-removal.ts'
import { IconPencil, IconPlus, IconTrash } from '#web/ui/icons.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Loaded } from '#web/ui/page/Loaded.tsx'
import { KindNameDialog } from './KindNameDialog.tsx'
import { useDeleteKind, useKinds } from './queries.ts'
import './kinds.css'

/** The company’s own kinds of references, beside the built-in ones. */
export function KindsPicker() {
  const heading = useId()
  const kinds = useKinds()
  const [named, setNamed] = useState<ReferenceKind | 'new'>()
  const { mutateAsync } = useDeleteKind()
  const restore = useRestoreRemoved()
  const remove = useRemoval<ReferenceKind>({
    name: ({ name }) => `“${name}”`,
    remove: ({ id }) => mutateAsync(id),
    restore,
  })
  return (
    <section className="form-section" aria-labelledby={heading}>
      <h2 id={heading} className="form-section__title">
        Kinds of References
      </h2>
      <p className="reference-kinds__hint">
        Jobs have references of these kinds: {Object.values(builtInKinds).join(', ')}. Add kinds of your own
        here, or type a new one into a job’s references. A kind that a job uses cannot be deleted.
      </p>
      <Loaded query={kinds} failed="The kinds of references could not be loaded." fields={1}>
        {loaded => (
          <ul className="reference-kinds">
            {loaded.map(kind => (
              <li key={kind.id} className="reference-kinds__kind">
                <span className="reference-kinds__name">{kind.name}</span>
                <IconButton label={`Rename ${kind.name}`} icon={IconPencil} onClick={() => setNamed(kind)} />
                <IconButton
                  label={`Delete ${kind.name}`}
                  icon={IconTrash}
                  destructive
                  onClick={() => void remove(kind)}
                />
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      <div>
        <Button
          variant="default"
          leftSection={<IconPlus size={18} aria-hidden />}
          onClick={() => setNamed('new')}
        >
          Add kind
        </Button>
      </div>
      {named && <KindNameDialog kind={named === 'new' ? null : named} onClose={() => setNamed(undefined)} />}
    </section>
  )
}
