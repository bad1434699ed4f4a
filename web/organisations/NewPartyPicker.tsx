import { Button } from '@mantine/core'
import { useFocusTrap } from '@mantine/hooks'
import { type FormEvent, type KeyboardEvent, type MouseEvent, useRef, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { keysOf } from '#contract/typed-objects.ts'
import { organisationLabels as labels } from '#contract/organisations.ts'
import { useDialogHistory, useMayClose } from '#web/ui/dialog/dialog-closing.ts'
import { useFailure } from '#web/ui/form/failure.ts'
import { FormText } from '#web/ui/form/form-fields.tsx'
import { showProblem } from '#web/ui/form/form-problems.ts'
import { Banner } from '#web/ui/page/states.tsx'
import { fieldOfPath } from './form.ts'
import { useNewOrganisation } from './new-organisation.ts'
import { CountryField } from './OrganisationFields.tsx'
import type { ChosenParty } from './queries.ts'
import { PasteAddress } from './PasteAddress.tsx'
import { usePastedAddress } from './pasted-address.ts'
import { SimilarParties } from './SimilarParties.tsx'
import './new-party.css'

type Props = {
  name: string
  onChosen: (party: ChosenParty) => void
  onClose: () => void
}

/** In sight from the first; the others once something stands in them. */
const always = ['name', 'email', 'website', 'countryId'] as const
const others = keysOf(labels).filter(field => !always.some(one => one === field))

const PARTLY_READ =
  'The contact is not created yet: a part of the address is in no field. It is named below the address. Press Create again when the fields are right.'

/** Makes a company where it is needed: its name is enough, and Enter puts it there. */
export function NewPartyPicker({ name, onChosen, onClose }: Props) {
  const { form, submit, similar } = useNewOrganisation(name, onChosen)
  const { control } = form
  const trap = useFocusTrap()
  const sheet = useRef<HTMLFormElement>(null)
  const { failure, setFailure, showFailure } = useFailure(error => showProblem(form, error, fieldOfPath))
  const [isSaving, setIsSaving] = useState(false)
  const isUnderWay = useRef(false)
  const hasLeft = useRef(false)
  const values = useWatch({ control })
  const filled = others.filter(field => values[field])

  const pasted = usePastedAddress(form)
  const box = useRef<HTMLDivElement>(null)

  const isUnsaved = form.formState.isDirty || pasted.isUnread
  const { mayClose, status } = useMayClose({ isUnsaved, isSaving })
  const close = async () => {
    const may = mayClose()
    if (may !== true && !(await may)) return
    hasLeft.current = true
    onClose()
  }
  useDialogHistory({ isGuarded: isUnsaved || isSaving, mayClose, onClose })

  const send = async (event: FormEvent) => {
    event.preventDefault()
    // It stands in the job's form.
    event.stopPropagation()
    if (isUnderWay.current) return
    setFailure('')
    if (pasted.readRest().length > 0) return setFailure(PARTLY_READ)
    isUnderWay.current = true
    setIsSaving(true)
    try {
      await form.handleSubmit(all => submit(all, () => hasLeft.current))()
    } catch (error) {
      showFailure(error)
    }
    isUnderWay.current = false
    setIsSaving(false)
  }
  // Leaving the box shows the fields that it fills, which would move the button away from under the pointer.
  const keepButtonInPlace = (event: MouseEvent) => {
    if (box.current?.contains(document.activeElement)) event.preventDefault()
  }
  const pressed = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && event.ctrlKey) return sheet.current?.requestSubmit()
    if (event.key !== 'Escape' || event.defaultPrevented) return
    // The list of countries closes first.
    if (event.target instanceof Element && event.target.getAttribute('aria-expanded') === 'true') return
    event.stopPropagation()
    void close()
  }
  return (
    <div ref={trap} role="presentation" onKeyDown={pressed}>
      <form
        ref={sheet}
        className="new-party"
        noValidate
        autoComplete="off"
        onSubmit={event => void send(event)}
      >
        {failure && <Banner tone="failed">{failure}</Banner>}
        <div className="new-party__fields">
          <FormText control={control} name="name" label={labels.name} autoFocus />
          <FormText control={control} name="email" label={labels.email} type="email" />
          <FormText control={control} name="website" label={labels.website} type="url" />
          <CountryField control={control} />
          <div ref={box} className="new-party__wide">
            <PasteAddress pasted={pasted} />
          </div>
          {filled.map(field => (
            <FormText key={field} control={control} name={field} label={labels[field]} />
          ))}
        </div>
        {similar.length > 0 && <SimilarParties parties={similar} onUse={onChosen} />}
        <div className="new-party__foot" role="presentation" onMouseDown={keepButtonInPlace}>
          <p className="new-party__status" role="status">
            {status}
          </p>
          <Button variant="default" onClick={() => void close()}>
            Cancel
          </Button>
          <Button type="submit" title="Ctrl+Enter" loading={isSaving}>
            {similar.length > 0 ? 'Create anyway' : 'Create'}
          </Button>
        </div>
      </form>
    </div>
  )
}
