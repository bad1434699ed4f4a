import { beforeAll, describe, expect, test } from 'vitest'
import { TEST_PUBLIC_URL } from '#testing/identity-app.ts'
import { endpoints } from '#testing/endpoints.ts'
import { send } from '#testing/factories.ts'
import { testProduct } from '#testing/test-company.ts'

type Schema = Record<string, unknown> & { properties?: Record<string, unknown>; required?: string[] }
type Content = Record<string, { schema: Schema }>
type Parameter = { name: string; in: string; required?: boolean; schema: Schema; description?: string }
type Answer = { description: string; content?: Content; headers?: Record<string, unknown> }
type Operation = {
  summary: string
  tags: string[]
  parameters?: Parameter[]
  requestBody?: { required: boolean; content: Content }
  responses: Record<string, Answer>
  security: object[]
}
type Document = {
  openapi: string
  info: { title: string; version: string }
  servers: { url: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema>; securitySchemes: object }
}

const { product } = testProduct()
let document: Document

beforeAll(async () => {
  const reply = await send<Document>(product, { method: 'GET', url: '/api/openapi.json' })
  expect(reply.status).toBe(200)
  expect(reply.headers['content-type']).toBe('application/json; charset=utf-8')
  document = reply.body
})

const templated = (path: string) => path.replace(/:(\w+)/g, '{$1}')
const operation = (method: string, path: string): Operation => {
  const found = document.paths[path]?.[method.toLowerCase()]
  if (!found) throw new Error(`${method} ${path} is not documented.`)
  return found
}
const all = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, said]) => ({ method, path, said })),
  )

describe('the description of the API', () => {
  test('is OpenAPI 3.1 and says where the API is and how to sign in', () => {
    expect(document).toMatchObject({
      openapi: '3.1.0',
      info: { title: 'Lading', version: '1' },
      servers: [{ url: TEST_PUBLIC_URL }],
      components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
    })
  })

  test('holds every call of the contract, and no other', () => {
    const documented = all().map(({ method, path }) => `${method.toUpperCase()} ${path}`)
    const named = endpoints.map(({ method, path }) => `${method} ${templated(path)}`)
    expect(named.length).toBeGreaterThan(40)
    expect(documented.toSorted()).toEqual(named.toSorted())
  })

  test('holds every call that the specification names', () => {
    const links = ['consignee', 'agent', 'carrier', 'shipper'].flatMap(role => [
      `POST /api/shipment${role}`,
      `DELETE /api/shipment${role}/{id}`,
    ])
    const specified = [
      'GET /api/shipment',
      'GET /api/shipment/{id}',
      'POST /api/shipment',
      'PUT /api/shipment',
      'GET /api/port/{searchText}',
      'POST /api/port',
      'GET /api/organisation',
      'GET /api/organisation/{idOrSearch}',
      'POST /api/organisation',
      'PUT /api/organisation',
      ...links,
      'GET /api/country',
      'POST /api/register',
      'GET /api/register/getusers',
      'POST /api/register/adduser',
      'POST /api/document',
      'PUT /api/document/updatedocumentcontent',
      'GET /api/document/{id}',
      'GET /api/finance/{id}',
      'PUT /api/finance',
      'GET /api/finance/getpartyfinances/{id}',
      'POST /api/documenttemplate',
      'PUT /api/documenttemplate/updatedoctemplatecontent',
      'GET /api/documenttemplate/getdoctemplatecontent/{id}',
      'GET /api/documenttemplate/{id}',
      'GET /api/documenttemplate',
      'GET /api/documenttemplate/byname/{name}',
      'DELETE /api/documenttemplate/{id}',
      'PUT /api/documenttemplate',
      'POST /api/documenttemplate/generatedocument',
      'GET /api/item/{id}',
      'POST /api/item',
      'PUT /api/item',
      'DELETE /api/item/{id}',
    ]
    for (const call of specified) {
      const [method = '', path = ''] = call.split(' ')
      expect(operation(method, path).summary).not.toBe('')
    }
  })

  test('gives each call its parameters, body, replies and refusals', () => {
    for (const endpoint of endpoints) {
      const { method, path, summary, tag, access, body, multipart, reply, file, status = 200 } = endpoint
      const said = operation(method, templated(path))
      const { parameters = [], requestBody, responses } = said
      expect(said).toMatchObject({ summary, tags: [tag] })
      expect(said.security).toEqual(access === 'public' ? undefined : [{ token: [] }])
      const inPath = [...path.matchAll(/:(\w+)/g)].map(match => match[1])
      const pathParameters = parameters.filter(parameter => parameter.in === 'path')
      expect(pathParameters.map(parameter => parameter.name)).toEqual(inPath)
      expect(pathParameters.every(parameter => parameter.required)).toBe(true)
      expect(new Set(parameters.map(parameter => `${parameter.in} ${parameter.name}`)).size).toBe(
        parameters.length,
      )
      const type = multipart ? 'multipart/form-data' : 'application/json'
      expect(Object.keys(requestBody?.content ?? {})).toEqual(body ? [type] : [])
      if (body) expect(requestBody?.required).toBe(!body.safeParse(undefined).success)
      const answer = responses[file ? 200 : reply ? status : 204]
      expect(Object.keys(answer?.content ?? {})).toEqual(
        file ? ['application/octet-stream'] : reply ? ['application/json'] : [],
      )
      expect(Object.values(responses).every(one => one.description !== '')).toBe(true)
      expect(responses['default']?.content).toEqual({
        'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } },
      })
    }
  })

  test('says what forms carry', () => {
    const form = (method: string, path: string) =>
      operation(method, path).requestBody?.content['multipart/form-data']?.schema
    expect(form('POST', '/api/document')).toMatchObject({
      properties: { afile: { type: 'string', format: 'binary' }, shipmentId: { format: 'uuid' } },
      required: ['afile', 'shipmentId'],
    })
    expect(form('POST', '/api/documenttemplate')?.required).toEqual(['afile'])
    expect(form('PUT', '/api/documenttemplate/updatedoctemplatecontent')?.required).toEqual([
      'afile',
      'documentTemplateId',
    ])
  })

  test('says how lists are narrowed and paged, and how versions are kept', () => {
    const list = operation('GET', '/api/shipment')
    expect(list.parameters?.map(parameter => parameter.name)).toEqual(
      expect.arrayContaining(['search', 'status', 'mode', 'party', 'etdFrom', 'sort', 'offset', 'limit']),
    )
    expect(Object.keys(list.responses['200']?.headers ?? {})).toEqual(['X-Total-Count', 'Link'])
    const save = operation('PUT', '/api/shipment')
    expect(save.parameters?.map(parameter => [parameter.in, parameter.name])).toEqual([
      ['header', 'If-Match'],
    ])
    expect(Object.keys(save.responses['200']?.headers ?? {})).toEqual(['ETag'])
    expect(Object.keys(operation('POST', '/api/shipment').responses)).toEqual(['200', '201', 'default'])
    expect(Object.keys(operation('POST', '/api/register/adduser').responses)).toEqual(['201', 'default'])
  })

  test('writes out every field with its choices', () => {
    const { properties = {} } =
      operation('PUT', '/api/shipment').requestBody?.content['application/json']?.schema ?? {}
    const [chosen] = (properties['statusId'] as { anyOf: Schema[] }).anyOf
    expect(chosen).toEqual({
      type: 'integer',
      minimum: 0,
      maximum: 3,
      description: '0: Cancelled, 1: In Progress, 2: Completed, 3: Closed',
    })
    expect(Object.keys(properties)).toEqual(
      expect.arrayContaining(['id', 'name', 'etd', 'quote', 'shipmentShipers']),
    )
  })

  test('lets a job be created with everything that a save takes, its id optional', () => {
    const bodyOf = (method: string) =>
      operation(method, '/api/shipment').requestBody?.content['application/json']?.schema ?? {}
    const [created] = (bodyOf('POST') as { anyOf: Schema[] }).anyOf
    expect(created?.properties).toEqual(bodyOf('PUT').properties)
    expect([created?.required, bodyOf('PUT').required]).toEqual([undefined, ['id']])
  })

  test('refers to nothing that is not there and leaves no schema empty', () => {
    const references: string[] = []
    const visit = (value: unknown): void => {
      if (value === null || typeof value !== 'object') return
      const { $ref } = value as { $ref?: string }
      if ($ref !== undefined) references.push($ref)
      Object.values(value).forEach(visit)
    }
    visit(document)
    // A cell of a page holds paragraphs and tables, whose cells hold them too.
    const known = ['Problem', 'PageBlock']
    expect(new Set(references)).toEqual(new Set(known.map(name => `#/components/schemas/${name}`)))
    expect(Object.keys(document.components.schemas).toSorted()).toEqual(known.toSorted())
    expect(JSON.stringify(document)).not.toContain('$defs')
    expect(document.components.schemas['Problem']?.required).toEqual([
      'type',
      'status',
      'code',
      'title',
      'detail',
    ])
    for (const { said } of all()) {
      const contents = [
        said.requestBody?.content,
        ...Object.values(said.responses).map(answer => answer.content),
      ]
      for (const { schema } of contents.flatMap(content => Object.values(content ?? {})))
        expect(Object.keys(schema).length).toBeGreaterThan(0)
      for (const parameter of said.parameters ?? []) expect(parameter.schema).toHaveProperty('type')
    }
  })
})

test('the readable page at /api/docs names every call', async () => {
  const page = await send<string>(product, { method: 'GET', url: '/api/docs' })
  expect(page.status).toBe(200)
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
  for (const { method, path } of endpoints)
    expect(page.body).toContain(`<code>${method}</code></td><td><code>${path}</code>`)
})
