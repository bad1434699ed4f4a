import { messageFrom } from '#server/errors.ts'
import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { ConfigurationError } from './config.ts'

const plan = z.object({
  name: z.string().trim().min(1),
  price: z.string().trim().min(1),
  /** What stands behind the price, such as "per month". */
  per: z.string().default(''),
  includes: z.array(z.string().trim().min(1)).default([]),
})
export type Plan = z.infer<typeof plan>

const plans: z.input<typeof plan>[] = [
  {
    name: 'Basic Plan',
    price: 'Free',
    includes: [
      'Import/Export',
      'Document Production',
      'Document Management',
      'Unlimited Users',
      '24x7 Support',
      'Data Security and Backups',
    ],
  },
  { name: 'Advanced Plan', price: 'Coming soon', per: 'per month' },
  { name: 'Expert Plan', price: 'Coming soon', per: 'per month' },
]

// Addresses that become links: "javascript:" would be one too.
const webAddress = z.url({ protocol: /^https?$/, error: 'must be an http or https address' })

const brand = z.object({
  name: z.string().trim().min(1),
  tagline: z.string(),
  email: z.email(),
  phone: z.string(),
  address: z.string(),
  social: webAddress,
  copyrightYear: z.int(),
  /** The company's full name in the terms; the product's name by default. */
  legalName: z.string().trim().min(1).optional(),
  /** Whose law the terms are under, such as "England and Wales". */
  jurisdiction: z.string().trim().min(1).optional(),
  /** Since when privacy policy and terms hold. */
  policiesFrom: z.iso.date().optional(),
  /** Who reads the contact form; `email` by default. */
  enquiriesTo: z.email().optional(),
  /** Where the company is; without it the contact page has no map. `link`: another map service's page. */
  map: z
    .object({
      latitude: z.number().min(-90).max(90),
      longitude: z.number().min(-180).max(180),
      link: webAddress.optional(),
    })
    .optional(),
  plans: z
    .array(plan)
    .min(1)
    .default(plans.map(one => plan.parse(one))),
})
/** Whose product it is: read when the server starts, so that a company puts its own name on it without a build. */
export type Brand = z.infer<typeof brand>

export async function readBrand(file: string): Promise<Brand> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new ConfigurationError(`The brand file ${file} cannot be read. Set BRAND_FILE to one that can.`)
  })
  try {
    return brand.parse(JSON.parse(text))
  } catch (error) {
    const reason = error instanceof z.ZodError ? z.prettifyError(error) : messageFrom(error)
    throw new ConfigurationError(`The brand file ${file} has mistakes:\n${reason}`)
  }
}
