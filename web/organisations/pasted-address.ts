import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { type ParsedAddress, parseAddress } from '#contract/address-parser.ts'
import { wordsOf } from '#contract/company-words.ts'
import { contactLabels, organisationLabels } from '#contract/organisations.ts'
import { isOneOf, keysOf } from '#contract/typed-objects.ts'
import type { OrganisationValues } from './form.ts'
import { useCountries } from './queries.ts'

type Form = UseFormReturn<OrganisationValues>
type Filled = Partial<OrganisationValues>

const labels = { ...contactLabels, ...organisationLabels }
const fields = keysOf(organisationLabels)

export type PastedAddress = ReturnType<typeof usePastedAddress>

/** The text in the box, read into the fields of a contact as it is pasted, left or sent. */
export function usePastedAddress(form: Form) {
  const { data: countries = [] } = useCountries()
  const [text, setText] = useState('')
  const [lastRead, setLastRead] = useState('')
  /** What the address before put into the fields: the next one replaces it, but nothing that a person typed. */
  const [filled, setFilled] = useState<Filled>({})
  const [notTaken, setNotTaken] = useState<readonly string[]>([])

  const read = (whole: string): readonly string[] => {
    const typed = (field: keyof OrganisationValues) => typedIn(form, field, filled)
    const parsed = parseAddress(whole, countries, typed('name'))
    const countryName = (id: string) => countries.find(country => country.id === id)?.name ?? id
    const refused = refusedParts(parsed, typed, countryName)
    setFilled(fill(form, parsed, filled))
    setNotTaken(refused)
    setLastRead(whole)
    return refused
  }
  const isUnread = text.trim() !== '' && text !== lastRead
  return {
    text,
    notTaken,
    isUnread,
    type: (typed: string) => {
      setText(typed)
      if (typed.trim() === '') setNotTaken([])
    },
    /** The whole text that stands in the box once the paste is done. */
    paste: (whole: string) => void read(whole.replaceAll(/\r\n?/g, '\n')),
    /** Reads what was typed; answers what of it no field has taken. */
    readRest: () => (isUnread ? read(text) : []),
  }
}

/** What a person typed into a field, or left of a pasted text that they changed. */
function typedIn(form: Form, field: keyof OrganisationValues, filled: Filled): string {
  const there = form.getValues(field) ?? ''
  return there === filled[field] ? '' : there.trim()
}

/** Puts the address into the fields that nobody typed in; answers what it put there. */
function fill(form: Form, parsed: ParsedAddress, before: Filled): Filled {
  const said: Partial<Record<string, unknown>> = parsed
  const filled: Filled = {}
  for (const field of fields) {
    if (typedIn(form, field, before) !== '') continue
    const value = said[field]
    const text = typeof value === 'string' && value !== '' ? value : null
    if (text !== null) filled[field] = text
    if (text !== (form.getValues(field) || null)) form.setValue(field, text, { shouldDirty: true })
  }
  return filled
}

/** What stands in no field: lines of no kind, what the form has no field for, and what gives way to typed text. */
function refusedParts(
  { notRead, ...said }: ParsedAddress,
  typed: (field: keyof OrganisationValues) => string,
  countryName: (id: string) => string,
): string[] {
  const refused = notRead.map(line => `“${shortened(line)}”`)
  for (const name of keysOf(said)) {
    const text = name === 'countryId' ? countryName(said[name]) : said[name]
    if (text === '') continue
    if (!isOneOf(fields, name)) refused.push(`“${labels[name]}: ${text}”`)
    else if (
      typed(name) !== '' &&
      !saysAll(name === 'countryId' ? countryName(typed(name)) : typed(name), text)
    )
      refused.push(`“${text}” (${labels[name]} keeps what you typed)`)
  }
  return refused
}

const MOST_SHOWN = 300
const shortened = (line: string) => (line.length > MOST_SHOWN ? `${line.slice(0, MOST_SHOWN)}…` : line)

function saysAll(there: string, said: string): boolean {
  const words = new Set(wordsOf(there))
  return wordsOf(said).every(word => words.has(word))
}
