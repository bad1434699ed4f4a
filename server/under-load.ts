import underPressure from '@fastify/under-pressure'
import type { FastifyInstance } from 'fastify'
import { busy } from './errors.ts'

/** Refuses requests while the server is further behind its work than this, in milliseconds. */
export async function refuseUnderLoad(app: FastifyInstance, behindMs = 2000): Promise<void> {
  await app.register(underPressure, {
    maxEventLoopDelay: behindMs,
    exposeStatusRoute: false,
    pressureHandler: async (_request, _reply, _type, delay) => {
      // A second in which the machine stopped the process leaves no sample, which the library takes for endless delay.
      if (Number.isFinite(delay)) throw busy('The server is under heavy load; try again in a moment.', 10)
    },
  })
}
