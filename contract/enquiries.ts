import { z } from 'zod'
import { cleanLine } from './clean-text.ts'
import { endpoint } from './endpoint.ts'
import { nameText, requiredText } from './values.ts'

/** The most characters that each field takes. */
export const enquiryLimits = {
  name: 200,
  email: 320,
  phone: 50,
  subject: 200,
  message: 5000,
  question: 2000,
} as const
export type EnquiryField = keyof typeof enquiryLimits

/** The field that people never see: whoever fills it in is a program. */
export const HONEYPOT_FIELD = 'website'

const limited = (field: EnquiryField) => requiredText(enquiryLimits[field])

const sender = {
  name: nameText(enquiryLimits.name),
  email: z
    .string()
    .trim()
    .min(1, 'This must not be empty.')
    .max(enquiryLimits.email, `At most ${enquiryLimits.email} characters.`)
    .pipe(z.email('This must be an e-mail address.')),
  [HONEYPOT_FIELD]: z.string().max(500).optional(),
}

/** The contact page's form. */
export const enquiry = z.object({
  ...sender,
  phone: z
    .string()
    .overwrite(cleanLine)
    .trim()
    .max(enquiryLimits.phone, `At most ${enquiryLimits.phone} characters.`)
    .optional(),
  subject: limited('subject'),
  message: limited('message'),
})
export type Enquiry = z.infer<typeof enquiry>

/** The form under the frequent questions. */
export const question = z.object({ ...sender, question: limited('question') })
export type Question = z.infer<typeof question>

const tag = 'Public site'

export const sendEnquiry = endpoint({
  method: 'POST',
  path: '/api/enquiry',
  summary: 'Send the contact form to the operator of this site',
  tag,
  access: 'public',
  body: enquiry,
  status: 204,
})

export const askQuestion = endpoint({
  method: 'POST',
  path: '/api/question',
  summary: 'Send a question to the operator of this site',
  tag,
  access: 'public',
  body: question,
  status: 204,
})
