import { Button } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import type { Company } from '#contract/company.ts'
import { useSaveKey } from '#web/ui/form/save-key.ts'
import { BottomBar } from '#web/ui/page/BottomBar.tsx'
import { Banner } from '#web/ui/page/states.tsx'
import { KeptChanges } from '#web/ui/record-form/KeptChanges.tsx'
import { useLeaveGuard } from '#web/ui/record-form/leave-guard.ts'
import { useCompanyForm } from './company-form.ts'
import { CompanyConflict } from './CompanyConflict.tsx'
import { CompanyFields } from './CompanyFields.tsx'
import { LogoField } from './LogoField.tsx'
import { NumberingFields } from './NumberingFields.tsx'

type Props = {
  company: Company
  mayWrite: boolean
  /** What else the screen has of the company, above Save. */
  children?: ReactNode
}

/** What is typed stays until it is saved or cancelled; the logo is kept by itself. */
export function CompanyForm({ company, mayWrite, children }: Props) {
  const formId = useId()
  const companyForm = useCompanyForm(company)
  const { record, isDirty, isSaving, failure, setFailure, save, cancel } = companyForm
  const { control, formState, handleSubmit } = record.form

  useLeaveGuard({
    isDirty,
    isSaving,
    loss: 'Your changes to the company are not saved yet and will be lost.',
    giveUp: record.giveUpDraft,
  })

  useSaveKey(() => mayWrite && isDirty && !isSaving && handleSubmit(save)())

  return (
    <>
      <form
        id={formId}
        className="company-form"
        noValidate
        aria-label="Company"
        onSubmit={event => void handleSubmit(save)(event)}
        // A refusal of fields is out of date once something is corrected.
        onChange={() => Object.keys(formState.errors).length > 0 && setFailure('')}
      >
        {isDirty && record.restoredAt && <KeptChanges at={record.restoredAt} onDiscard={cancel} />}
        {failure && <Banner tone="failed">{failure}</Banner>}
        <section className="form-section" aria-labelledby="company-logo">
          <h2 id="company-logo" className="form-section__title">
            Logo
          </h2>
          <LogoField company={company} mayWrite={mayWrite} />
        </section>
        <CompanyFields control={control} readOnly={!mayWrite} company={company} />
        <section className="form-section" aria-labelledby="company-numbering">
          <h2 id="company-numbering" className="form-section__title">
            Numbering
          </h2>
          <p className="company-hint">
            A document gets its number when it is first made for a job, and keeps it when it is made again.
          </p>
          <NumberingFields control={control} readOnly={!mayWrite} />
        </section>
        {record.conflict && <CompanyConflict companyForm={companyForm} />}
      </form>
      {children}
      {mayWrite && (
        <BottomBar status={<SaveWord failure={failure} isSaving={isSaving} isDirty={isDirty} />}>
          <Button variant="default" disabled={!isDirty} onClick={cancel}>
            Cancel
          </Button>
          <Button type="submit" form={formId} disabled={!isDirty} loading={isSaving}>
            Save
          </Button>
        </BottomBar>
      )}
    </>
  )
}

type SaveWordProps = { failure: string; isSaving: boolean; isDirty: boolean }

/** The banner above may be out of sight where Save is pressed. */
function SaveWord({ failure, isSaving, isDirty }: SaveWordProps) {
  if (failure) return <span className="company-form__failure">Not saved. {failure}</span>
  return <span role="status">{isSaving ? 'Saving…' : isDirty ? 'Unsaved changes' : 'Nothing to save'}</span>
}
