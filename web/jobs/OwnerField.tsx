import { useWatch } from 'react-hook-form'
import { jobFieldLabels } from '#contract/job-fields.ts'
import { LightSelect } from '#web/ui/form/light-inputs.tsx'
import { useUsers } from '#web/users/queries.ts'
import { useJobFormContext } from './job-form.ts'

/** Who looks after the job; saved with the other fields. */
export function OwnerField({ disabled }: { disabled: boolean }) {
  const { form } = useJobFormContext()
  const owner = useWatch({ control: form.control, name: 'owner' })
  const { data } = useUsers()
  const colleagues = (Array.isArray(data) ? data : []).filter(
    ({ id, active, signIn }) => id !== owner?.id && active && signIn === 'ready',
  )
  // The owner may have left the company since.
  const people = [...(owner ? [owner] : []), ...colleagues]
  const set = (chosen: string) => {
    const person = people.find(({ id }) => id === chosen)
    const next = person
      ? { id: person.id, displayName: person.displayName, email: 'email' in person ? person.email : '' }
      : null
    form.clearErrors('ownerId')
    form.setValue('owner', next, { shouldDirty: true })
    form.setValue('ownerId', next?.id ?? null, { shouldDirty: true })
  }
  return (
    <LightSelect
      name="ownerId"
      label={jobFieldLabels.ownerId}
      disabled={disabled}
      error={form.formState.errors.ownerId?.message}
      data={[
        { value: '', label: '' },
        ...people.map(({ id, displayName }) => ({ value: id, label: displayName })),
      ]}
      value={owner?.id ?? ''}
      onChange={event => set(event.currentTarget.value)}
    />
  )
}
