import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { documentTemplate } from './templates.ts'
import { id } from './values.ts'

const path = '/api/documenttemplate/starters'
const tag = 'Document templates'

/**
 * `current`: as the product has it today. `older`: as an earlier release had it, and nobody has changed it since.
 * `changed`: of the starter's name, and the company's own by now.
 */
export const starterStates = ['current', 'older', 'changed'] as const

/** A template of the company's that comes from a starter, or bears the name of one. */
export const starterEdition = z.object({
  templateId: id,
  name: z.string(),
  /** The file name of the starter. */
  starter: z.string(),
  state: z.enum(starterStates),
})
export type StarterEdition = z.infer<typeof starterEdition>

export const listStarterEditions = endpoint({
  method: 'GET',
  path,
  summary:
    'Which of the company’s templates are starter templates as the product has them today, which are of an earlier release and unchanged, and which the company has changed',
  tag,
  access: 'templates:read',
  reply: z.array(starterEdition),
})

const MOST_RENEWED = 100

export const renewStarterTemplates = endpoint({
  method: 'POST',
  path: `${path}/renew`,
  summary:
    'Give these templates, without ids all, the content that their starter has today, where they are of an earlier release and nobody has changed them. What was there can be restored. Answers those that were renewed',
  tag,
  access: 'templates:write',
  body: z.object({ ids: z.array(id).max(MOST_RENEWED, `At most ${MOST_RENEWED} at once.`).optional() }),
  reply: z.array(documentTemplate),
})
