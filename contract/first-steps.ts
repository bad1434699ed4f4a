import { z } from 'zod'
import { endpoint } from './endpoint.ts'

/** What a new company has done of what makes its work easier. */
export const firstSteps = z.object({
  /** Where it is: the country of its address. */
  country: z.boolean(),
  logo: z.boolean(),
  /** A document template of its own, beside the starter templates. */
  template: z.boolean(),
  /** A second person, who may not have joined yet. */
  colleague: z.boolean(),
  contact: z.boolean(),
})
export type FirstSteps = z.infer<typeof firstSteps>

export const getFirstSteps = endpoint({
  method: 'GET',
  path: '/api/company/firststeps',
  summary: 'Which of the first steps of a new company are done',
  tag: 'Company',
  access: 'company:read',
  reply: firstSteps,
})
