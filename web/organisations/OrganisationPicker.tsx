import { showProblem } from '#web/ui/form/form-problems.ts'
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx'
import { fieldOfPath } from './form.ts'
import { useNewOrganisation } from './new-organisation.ts'
import { OrganisationFields } from './OrganisationFields.tsx'
import type { ChosenParty } from './queries.ts'
import { SimilarParties } from './SimilarParties.tsx'

type Props = {
  onClose: () => void
  onCreated: (party: ChosenParty) => void
  /** What was searched for in vain is probably the name. */
  name?: string
}

export function OrganisationDialog({ onClose, onCreated, name }: Props) {
  const { form, submit, similar } = useNewOrganisation(name, onCreated)
  return (
    <FormDialog
      title="Organisation"
      onClose={onClose}
      onSubmit={hasLeft => form.handleSubmit(values => submit(values, hasLeft))()}
      isUnsaved={form.formState.isDirty}
      submit={similar.length > 0 ? 'Create anyway' : 'Create'}
      explain={error => showProblem(form, error, fieldOfPath)}
    >
      {similar.length > 0 && <SimilarParties parties={similar} onUse={onCreated} />}
      <OrganisationFields control={form.control} />
    </FormDialog>
  )
}
