import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useBlocker } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import type { Company } from '#contract/company.ts'
import { isProblem } from '#web/lib/problem.ts'
import { isLeavingToSignIn } from '#web/lib/session.ts'
import { BottomBar } from '#web/ui/page/BottomBar.tsx'
import { changesText } from '#web/ui/record-form/changes-text.ts'
import { showProblem } from '#web/ui/form/form-problems.ts'
import { askMessage } from '#web/ui/dialog/message-box-store.ts'
import { notify } from '#web/ui/notice/notify.ts'
import { Banner } from '#web/ui/page/states.tsx'
import { CompanyFields } from './CompanyFields.tsx'
import { changedKinds, changeOf, type CompanyValues, fieldOfPath, labelOfPath, valuesOf } from './form.ts'
import { LogoField } from './LogoField.tsx'
import { NumberingFields } from './NumberingFields.tsx'
import { companyQuery, useUpdateCompany } from './queries.ts'

/** What is typed stays until it is saved or cancelled; the logo is kept by itself. */
export function CompanyForm({ company, mayWrite }: { company: Company; mayWrite: boolean }) {
  const update = useUpdateCompany()
  const client = useQueryClient()
  const [failure, setFailure] = useState('')
  const form = useForm<CompanyValues>({ defaultValues: valuesOf(company) })
  const { control, reset } = form
  const { isDirty, dirtyFields, errors } = form.formState
  // The version that the form began from: what the next save has to find unchanged.
  const version = useRef(company.version)
  // A logo of one's own making is no change of somebody else's.
  const logo = useRef(company.logo)

  useEffect(() => {
    const isOwnLogo = company.version === version.current + 1 && logo.current !== company.logo
    logo.current = company.logo
    if (isDirty && !isOwnLogo) return
    if (!isDirty) reset(valuesOf(company))
    version.current = company.version
  }, [company, isDirty, reset])

  useBlocker({
    disabled: !isDirty,
    enableBeforeUnload: () => isDirty && !isLeavingToSignIn(),
    shouldBlockFn: async () =>
      !(await askMessage({
        title: 'Leave without saving?',
        description: 'Your changes to the company are not saved yet and will be lost.',
        ok: 'Leave',
        destructive: true,
      })),
  })

  const submit = form.handleSubmit(async values => {
    setFailure('')
    try {
      const stored = await update.mutateAsync({
        change: changeOf(values, dirtyFields),
        version: version.current,
      })
      reset(valuesOf(stored))
      version.current = stored.version
      notify.done('Company saved.')
    } catch (error) {
      const kinds = changedKinds(dirtyFields.series)
      const message = showProblem(form, error, path => fieldOfPath(path, kinds))
      if (!isProblem(error, 'changed_meanwhile')) return setFailure(message)
      void client.invalidateQueries({ queryKey: companyQuery.queryKey })
      const standing = error.problem.current as Partial<Company> | undefined
      if (standing?.version) version.current = standing.version
      setFailure(`${changesText(error, labelOfPath)} Save again to keep yours, or Cancel to keep theirs.`)
    }
  })
  const cancel = () => {
    setFailure('')
    reset(valuesOf(company))
  }

  return (
    <form
      className="company-form"
      noValidate
      aria-label="Company"
      onSubmit={event => void submit(event)}
      // A refusal of fields is out of date once something is corrected.
      onChange={() => Object.keys(errors).length > 0 && setFailure('')}
    >
      {failure && <Banner tone="failed">{failure}</Banner>}
      <section className="form-section" aria-labelledby="company-logo">
        <h2 id="company-logo" className="form-section__title">
          Logo
        </h2>
        <LogoField company={company} mayWrite={mayWrite} />
      </section>
      <CompanyFields control={control} readOnly={!mayWrite} isCurrencyFixed={company.isCurrencyFixed} />
      <section className="form-section" aria-labelledby="company-numbering">
        <h2 id="company-numbering" className="form-section__title">
          Numbering
        </h2>
        <p className="company-hint">
          A document gets its number when it is first made for a job, and keeps it when it is made again.
        </p>
        <NumberingFields control={control} readOnly={!mayWrite} />
      </section>
      {mayWrite && (
        <BottomBar status={<SaveWord failure={failure} isSaving={update.isPending} isDirty={isDirty} />}>
          <Button variant="default" disabled={!isDirty} onClick={cancel}>
            Cancel
          </Button>
          <Button type="submit" disabled={!isDirty} loading={update.isPending}>
            Save
          </Button>
        </BottomBar>
      )}
    </form>
  )
}

type SaveWordProps = { failure: string; isSaving: boolean; isDirty: boolean }

/** The banner above may be out of sight where Save is pressed. */
function SaveWord({ failure, isSaving, isDirty }: SaveWordProps) {
  if (failure) return <span className="company-form__failure">Not saved. {failure}</span>
  return <span role="status">{isSaving ? 'Saving…' : isDirty ? 'Unsaved changes' : 'Nothing to save'}</span>
}
