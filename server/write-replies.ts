import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'

/** Writes replies as JSON; where they are checked, one that breaks its contract fails. */
export function writeReplies(app: FastifyInstance, isChecked: boolean): void {
  app.setSerializerCompiler(({ schema, method, url }) =>
    isChecked
      ? data => {
          const checked = (schema as z.ZodType).safeParse(data)
          if (!checked.success)
            throw new Error(`The reply of ${method} ${url} breaks its contract: ${checked.error.message}`)
          return JSON.stringify(data)
        }
      : data => JSON.stringify(data),
  )
}
