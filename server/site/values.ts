import { enquiryLimits, HONEYPOT_FIELD } from '#contract/enquiries.ts'
import type { Brand } from '#server/brand.ts'
import type { FormMistakes } from '#server/enquiries/commands.ts'
import type { Values } from './fill.ts'

export type FormState = {
  values: Record<string, string | undefined>
  mistakes: FormMistakes
  /** What stood in the way of the whole form. */
  problem: string
  sent: boolean
}

export const emptyForm: FormState = { values: {}, mistakes: {}, problem: '', sent: false }

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

function mapOf({ map }: Brand): Values | null {
  if (!map) return null
  const { latitude, longitude } = map
  const place = `${latitude}/${longitude}`
  return {
    x: longitude,
    y: -latitude,
    link: map.link ?? `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=14/${place}`,
  }
}

const dayInWords = (day: string) =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

/** What the public pages say of the company and of where they are. */
export function brandValues(brand: Brand, publicUrl: string): Values {
  const { name, tagline, email, phone, address, social, copyrightYear, plans } = brand
  const says = ({ name: plan, price, per }: Brand['plans'][number]) =>
    `${plan}: ${price.charAt(0).toLowerCase()}${price.slice(1)}${per === '' ? '' : `, ${per}`}`
  return {
    site: { url: publicUrl },
    brand: {
      ...{ name, tagline, email, phone, address, social, copyrightYear },
      headline: capitalised(tagline),
      phoneLink: phone.replace(/[^\d+]/g, ''),
      legalName: brand.legalName ?? name,
      jurisdiction: brand.jurisdiction ?? '',
      policiesFrom: brand.policiesFrom ? dayInWords(brand.policiesFrom) : '',
      map: mapOf(brand),
      plans: plans.map(one => ({ ...one, isFirst: one === plans[0], hasList: one.includes.length > 0 })),
      plansInWords: plans.map(says).join('; '),
    },
  }
}

const fields = [...Object.keys(enquiryLimits), HONEYPOT_FIELD]

/** What a form's places are filled with, and whether this visitor is signed in. */
export function visitValues(form: FormState, isSignedIn: boolean): Values {
  const byField = (of: Record<string, string | undefined>) =>
    Object.fromEntries(fields.map(field => [field, of[field] ?? '']))
  return {
    signedIn: isSignedIn,
    form: {
      value: byField(form.values),
      mistake: byField(form.mistakes),
      problem: form.problem,
      sent: form.sent,
      isWrong: form.problem !== '' || Object.keys(form.mistakes).length > 0,
    },
  }
}
