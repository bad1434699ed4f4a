import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useRef, useState } from 'react'
import { type Company, companyLabels as labels } from '#contract/company.ts'
import { dateOrderLabels, dateOrders } from '#contract/date-orders.ts'
import { paperSizeLabels, paperSizes } from '#contract/paper-sizes.ts'
import type { Invitation } from '#contract/users.ts'
import { LogoDropPicker } from '#web/company/LogoDropPicker.tsx'
import { useMay } from '#web/lib/membership.ts'
import { useKeepPreferences } from '#web/lib/preferences.ts'
import { HOME, wantedAddress } from '#web/lib/wanted-address.ts'
import { useCountries } from '#web/organisations/queries.ts'
import { FirstTemplatePicker } from '#web/templates/FirstTemplatePicker.tsx'
import { currencies } from '#web/ui/form/currencies.ts'
import { FormSection } from '#web/ui/form/FormSection.tsx'
import { SearchableField } from '#web/ui/form/SearchableField.tsx'
import { timeZoneChoices } from '#web/ui/form/time-zone-choices.ts'
import { Banner } from '#web/ui/page/states.tsx'
import { InvitationLinkPicker } from '#web/users/InvitationLinkPicker.tsx'
import { ColleagueFields, nameOf } from './ColleagueFields.tsx'
import { useKeptChoices } from './kept-beginning.ts'
import { type Beginning, beginningOf } from './proposals.ts'
import { useStart } from './use-start.ts'

const surroundings = () => ({
  timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  language: navigator.language,
  currencies: currencies.map(({ value }) => value),
})

const optionsOf = <Value extends string>(values: readonly Value[], names: Readonly<Record<Value, string>>) =>
  values.map(value => ({ value, label: names[value] }))

/** `next`: where somebody wanted to go before they signed up. */
export function WelcomeForm({ company, next }: { company: Company; next: string | undefined }) {
  const navigate = useNavigate()
  const [around] = useState(surroundings)
  const [now] = useState(() => new Date())
  const kept = useKeptChoices()
  const { choices, choose } = kept
  const values = beginningOf(company, choices.company, around)
  const mayInvite = useMay('users:add')
  const mayUpload = useMay('templates:write')
  const { data: countries = [] } = useCountries()
  const { mutate: keepPreferences } = useKeepPreferences()
  const start = useStart(company)
  const [invitation, setInvitation] = useState<Invitation>()
  // A text that is no entry of its list: the field itself says so.
  const unfit = useRef(new Map<string, string>())

  const leave = () => {
    kept.forget()
    keepPreferences({ welcomeDue: false })
    const wanted = wantedAddress(next, location.origin)
    void navigate({ href: wanted.startsWith('/webapp/welcome') ? HOME : wanted, replace: true })
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (unfit.current.size > 0) return
    const { email, role = 'staff' } = choices.colleague
    const colleague = email?.trim()
      ? { email: email.trim(), displayName: nameOf(choices.colleague), role }
      : null
    const outcome = await start.run(values, colleague)
    if (outcome.companyStored) kept.settle('company')
    if (outcome.invitation) kept.settle('colleague')
    if (outcome.invitation?.link) setInvitation(outcome.invitation)
    else if (outcome.isDone) leave()
  }
  const linkSeen = () => {
    setInvitation(undefined)
    if (start.failures.length === 0) leave()
  }
  const oneOf = <Field extends keyof Beginning>(
    field: Field,
    options: readonly { value: NonNullable<Beginning[Field]>; label: string }[],
    more: { description?: string; placeholder?: string } = {},
  ) => (
    <SearchableField<string>
      label={labels[field]}
      value={values[field]}
      options={options}
      clearable={field === 'countryId' || field === 'dateOrder'}
      onChange={value => choose({ [field]: value })}
      onUnfit={sentence => {
        if (sentence === null) unfit.current.delete(field)
        else unfit.current.set(field, sentence)
      }}
      {...more}
    />
  )

  return (
    <form className="welcome" noValidate aria-label="First steps" onSubmit={event => void submit(event)}>
      {start.failures.map(failure => (
        <Banner key={failure} tone="failed">
          {failure}
        </Banner>
      ))}
      <FormSection title="Company">
        {oneOf(
          'countryId',
          countries.map(({ id, name }) => ({ value: id, label: name })),
          { description: 'What follows is proposed for it.' },
        )}
        {oneOf('currency', currencies, { description: 'Of job totals. Each charge can have its own.' })}
        {oneOf('timeZone', timeZoneChoices(values.timeZone, now), {
          placeholder: 'Not set yet: UTC',
          description: 'It decides what “today” is.',
        })}
        {oneOf('dateOrder', optionsOf(dateOrders, dateOrderLabels), {
          placeholder: 'As your country writes them',
          description: 'How dates that are typed or imported are read.',
        })}
        {oneOf('paperSize', optionsOf(paperSizes, paperSizeLabels), {
          description: 'Of the starter templates and printed lists.',
        })}
      </FormSection>
      <section className="form-section" aria-labelledby="welcome-documents">
        <h2 id="welcome-documents" className="form-section__title">
          Documents
        </h2>
        <div className="welcome__drops">
          <LogoDropPicker company={company} />
          {mayUpload && <FirstTemplatePicker />}
        </div>
      </section>
      {mayInvite && (
        <FormSection title="Colleague">
          <ColleagueFields colleague={choices.colleague} mistakes={start.mistakes} onChange={kept.type} />
        </FormSection>
      )}
      <div className="welcome__end">
        <Button type="submit" loading={start.isBusy}>
          Start
        </Button>
        <Button
          variant="subtle"
          color="gray"
          className="quiet-button"
          disabled={start.isBusy}
          onClick={leave}
        >
          Skip for now
        </Button>
      </div>
      {invitation?.link && (
        <InvitationLinkPicker email={invitation.email} link={invitation.link} onClose={linkSeen} />
      )}
    </form>
  )
}
