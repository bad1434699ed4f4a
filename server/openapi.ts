import type { FastifyInstance } from 'fastify'
import swagger from '@fastify/swagger'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { problem } from '#contract/errors.ts'
import { type PackedText, packText, sendPacked } from './packed-text.ts'

/** Documents every call of the contract at /api/openapi.json (OpenAPI 3.1). */
export async function documentApi(app: FastifyInstance, publicUrl: string): Promise<void> {
  const optionalBodies: { url: string; method: Method }[] = []
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Lading',
        version: '1',
        description:
          'Freight forwarding, job by job. Every refusal is application/problem+json (RFC 9457) with a `code`. ' +
          'Records carry a version as their ETag: send it back in If-Match and a save over somebody else’s is refused with 412.',
      },
      servers: [{ url: publicUrl }],
      components: {
        securitySchemes: { token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
        schemas: { Problem: { ...jsonSchema(problem, 'output') } as object },
      },
    },
    transform: document => {
      const { url, route } = document
      const endpoint = (route.config as { endpoint?: Endpoint } | undefined)?.endpoint
      if (!endpoint) return { schema: { hide: true }, url }
      const transformed = jsonSchemaTransform(document)
      if (endpoint.body?.safeParse(undefined).success)
        optionalBodies.push({
          url: transformed.url.replace(/:(\w+)/g, '{$1}'),
          method: endpoint.method.toLowerCase() as Method,
        })
      return { url: transformed.url, schema: { ...transformed.schema, ...additions(endpoint) } as never }
    },
    transformObject: document => {
      if (!('openapiObject' in document)) return document.swaggerObject
      const { openapiObject } = document
      for (const { url, method } of optionalBodies) {
        const body = openapiObject.paths?.[url]?.[method]?.requestBody
        if (body && !('$ref' in body)) body.required = false
      }
      Object.assign(openapiObject.components?.schemas ?? {}, liftDefinitions(openapiObject.paths))
      return openapiObject
    },
  })
  // Made once: it is large, and everybody may ask for it.
  let packed: PackedText | undefined
  app.get('/api/openapi.json', (request, reply) => {
    packed ??= packText(JSON.stringify(app.swagger()))
    void reply.type('application/json; charset=utf-8').header('vary', 'accept-encoding')
    return sendPacked(request, reply, packed)
  })
}

/**
 * Takes the definitions out of all schemas and answers them by name: a schema that holds itself, such as a table with
 * tables in its cells, refers to one of them. Leaves references to where they stand from now on.
 */
function liftDefinitions(part: unknown, lifted: Record<string, unknown> = {}): Record<string, unknown> {
  if (part === null || typeof part !== 'object') return lifted
  const schema = part as { $ref?: string; $defs?: Record<string, unknown> }
  if (typeof schema.$ref === 'string') schema.$ref = schema.$ref.replace('#/$defs/', '#/components/schemas/')
  Object.assign(lifted, schema.$defs)
  for (const inner of Object.values(part)) liftDefinitions(inner, lifted)
  delete schema.$defs
  return lifted
}

type Method = 'get' | 'post' | 'put' | 'delete'

const text = (description: string) => ({ type: 'string', description })

/** What the schemas of the route cannot say: files, refusals, versions, pages and the token. */
function additions(endpoint: Endpoint): object {
  const { access, body, method, multipart, reply } = endpoint
  const changesRecord = ['PUT', 'DELETE'].includes(method) || (reply && 'shipmentVersion' in outputOf(reply))
  return {
    ...(access === 'public' ? {} : { security: [{ token: [] }] }),
    ...(multipart && { consumes: ['multipart/form-data'], body: formWithFile(body) }),
    ...(changesRecord && {
      headers: {
        type: 'object',
        properties: {
          'If-Match': text('The ETag that was read. Without it, the call overwrites the current version.'),
        },
      },
    }),
    response: replies(endpoint),
  }
}

function replies(endpoint: Endpoint): object {
  const { file, reply, status = 200, summary } = endpoint
  const said = (description: string) =>
    reply && {
      description,
      ...(carriesVersion(reply) && { headers: { ETag: text('The version, to be sent back in If-Match.') } }),
      ...(isList(reply) && { headers: listHeaders }),
      content: { 'application/json': { schema: jsonSchema(reply, 'output') } },
    }
  return {
    ...(reply && { [status]: said(summary) }),
    ...(reply &&
      mayRepeat(endpoint) && {
        200: said('Nothing new was created: the answer is what an earlier call created, or a draft'),
      }),
    ...(file && {
      200: {
        description: 'The file',
        content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
      },
    }),
    ...(!reply && !file && { 204: { description: 'Done', type: 'null' } }),
    default: {
      description: 'Refused; `code` says why',
      content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
    },
  }
}

const listHeaders = {
  'X-Total-Count': text('How many rows there are in all.'),
  Link: text('Where the pages before and after this one are (RFC 8288).'),
}

type Described = {
  type?: string
  properties?: object
  required?: string[]
  anyOf?: Described[]
  [keyword: string]: unknown
}

const propertiesOf = (schema: z.ZodType, io: 'input' | 'output') => {
  const { properties, anyOf = [] } = jsonSchema(schema, io)
  return { ...properties, ...anyOf.find(one => one.properties)?.properties }
}

const outputOf = (reply: z.ZodType) => propertiesOf(reply, 'output')
const carriesVersion = (reply: z.ZodType) =>
  'version' in outputOf(reply) || 'shipmentVersion' in outputOf(reply)

const isList = (reply: z.ZodType) => {
  const { type, anyOf = [] } = jsonSchema(reply, 'output')
  return type === 'array' || anyOf.some(one => one.type === 'array')
}

/** Whether a caller may give the new record its id, so that a repeated call finds the first one's. */
const mayRepeat = ({ status, body }: Endpoint) =>
  status === 201 && body !== undefined && 'id' in propertiesOf(body, 'input')

const jsonSchema = (schema: z.ZodType, io: 'input' | 'output'): Described => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    target: 'draft-2020-12',
    io,
    unrepresentable: 'any',
  })
  return rest as Described
}

function formWithFile(fields: z.ZodType | undefined): object {
  const described = fields ? jsonSchema(fields, 'input') : { type: 'object', properties: {} }
  return {
    ...described,
    properties: { afile: { type: 'string', format: 'binary' }, ...described.properties },
    required: ['afile', ...(described.required ?? [])],
  }
}
