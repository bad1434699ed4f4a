import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import helmet, { type HelmetOptions } from 'helmet'

/**
 * The headers that helmet sets under these options. They are the same for every reply, and composing them anew
 * for each costs as much as all the rest of a small one.
 */
export function securityHeaders(options: HelmetOptions): Record<string, string> {
  const request = new IncomingMessage(new Socket())
  const reply = new ServerResponse(request)
  helmet(options)(request, reply, error => {
    if (error) throw error
  })
  return Object.fromEntries(Object.entries(reply.getHeaders()).map(([name, value]) => [name, String(value)]))
}
