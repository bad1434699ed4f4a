import type { FastifyInstance } from 'fastify'
import swagger from '@fastify/swagger'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { problem } from '#contract/errors.ts'

/** Documents every call of the contract at /api/openapi.json (OpenAPI 3.1). */
export async function documentApi(app: FastifyInstance, publicUrl: string): Promise<void> {
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
        schemas: { Problem: z.toJSONSchema(problem, { target: 'draft-2020-12' }) as object },
      },
    },
    transform: document => {
      const { url, route } = document
      const endpoint = (route.config as { endpoint?: Endpoint } | undefined)?.endpoint
      if (!endpoint) return { schema: { hide: true }, url }
      const transformed = jsonSchemaTransform(document)
      return { url: transformed.url, schema: { ...transformed.schema, ...additions(endpoint) } as never }
    },
  })
  app.get('/api/openapi.json', async () => app.swagger())
}

/** What the schemas of the route cannot say: files, refusals and the token. */
function additions(endpoint: Endpoint): object {
  return {
    ...(endpoint.access === 'public' ? {} : { security: [{ token: [] }] }),
    ...(endpoint.multipart && { consumes: ['multipart/form-data'], body: formWithFile(endpoint.body) }),
    response: {
      ...(endpoint.reply && {
        [endpoint.status ?? 200]: {
          description: endpoint.summary,
          content: { 'application/json': { schema: jsonSchema(endpoint.reply, 'output') } },
        },
      }),
      ...(endpoint.file && {
        200: {
          description: 'The file',
          content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
        },
      }),
      ...(!endpoint.reply && !endpoint.file && { 204: { description: 'Done', type: 'null' } }),
      default: {
        description: 'Refused; `code` says why',
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    },
  }
}

const jsonSchema = (schema: z.ZodType, io: 'input' | 'output') => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    target: 'draft-2020-12',
    io,
    unrepresentable: 'any',
  })
  return rest
}

function formWithFile(fields: z.ZodType | undefined): object {
  const described = fields ? jsonSchema(fields, 'input') : { type: 'object', properties: {} }
  return {
    ...described,
    properties: { afile: { type: 'string', format: 'binary' }, ...(described.properties as object) },
    required: ['afile', ...((described as { required?: string[] }).required ?? [])],
  }
}
