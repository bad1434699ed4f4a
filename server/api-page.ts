import { isOneOf } from '#contract/typed-objects.ts'
import type { FastifyInstance } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { allPermissions, permissions } from '#contract/permissions.ts'
import { type PackedText, packText, sendPacked } from './packed-text.ts'

const escaped = (text: string) => text.replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`)

const style = `
  body { font: 15px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem;
    color: #16202a; background: #fff }
  table { border-collapse: collapse; width: 100% } td { padding: .35rem .75rem .35rem 0; vertical-align: top;
    border-top: 1px solid #d9dee3 } code { font-size: 13px } a { color: #0b6b70 }
  @media (prefers-color-scheme: dark) { body { color: #e6ebf0; background: #10171f } td { border-color: #2c3640 }
    a { color: #5cc4c8 } }`

/** A page at /api/docs that lists every call; the machine's version is /api/openapi.json. */
export function addApiPage(app: FastifyInstance, endpoints: readonly Endpoint[]): void {
  let packed: PackedText | undefined
  app.get('/api/docs', (request, reply) => {
    packed ??= packText(page(endpoints))
    void reply.type('text/html; charset=utf-8').header('vary', 'accept-encoding')
    return sendPacked(request, reply, packed)
  })
}

function page(endpoints: readonly Endpoint[]): string {
  const tags = [...new Set(endpoints.map(endpoint => endpoint.tag))]
  const sections = tags.map(tag => {
    const rows = endpoints.filter(endpoint => endpoint.tag === tag).map(row)
    return `<h2>${escaped(tag)}</h2><table>${rows.join('')}</table>`
  })
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
    <title>The API</title><style>${style}</style></head><body><main><h1>The API</h1>
    <p>Every call takes an access token (<code>Authorization: Bearer …</code>) and refuses with
    <code>application/problem+json</code>. Fields and replies in full:
    <a href="/api/openapi.json">OpenAPI 3.1</a>.</p>${sections.join('')}</main></body></html>`
}

function row({ method, path, summary, access }: Endpoint): string {
  const roles = isOneOf(allPermissions, access) ? permissions[access].join(', ') : 'anyone who is signed in'
  return `<tr><td><code>${method}</code></td><td><code>${escaped(path)}</code></td>
    <td>${escaped(summary)}<br><small>${escaped(roles)}</small></td></tr>`
}
