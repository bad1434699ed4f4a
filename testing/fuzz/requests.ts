import type { InjectOptions } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { formWithFile } from '#testing/factories.ts'
import { badBodies, badHeaders, badParts, badValues, priorityValues } from './bad-values.ts'
import { fieldsOf, FRESH_ID, pathsIn, validInput, withAt } from './valid-input.ts'

/** One request and what is wrong with it, for the report. */
export type Attempt = { endpoint: Endpoint; what: string; request: InjectOptions }

/** The id of a record of the company by the field that asks for it, where there is one. */
export type IdOf = (field: string, endpoint: Endpoint) => string | undefined

const SPOILT = '(spoilt)'

type Values = Record<string, string>

/**
 * In a complete run every field meets every value. Otherwise every endpoint meets every value in one of its
 * fields, and every field two of the priority values: the first, and the others by turns.
 */
function spread<Field>(
  fields: readonly Field[],
  values: Values,
  isComplete: boolean,
): { field: Field; name: string; text: string }[] {
  const named = Object.entries(values)
  const [first, ...others] = priorityValues
  return fields.flatMap((field, position) =>
    named
      .filter(
        ([name], index) =>
          isComplete ||
          index % fields.length === position ||
          name === first ||
          name === others[position % others.length],
      )
      .map(([name, text]) => ({ field, name, text })),
  )
}

/** Every attempt at one endpoint; the call itself, as the contract wants it, is the first. */
export function attemptsFor(endpoint: Endpoint, idOf: IdOf, isComplete: boolean): Attempt[] {
  const { method, path, params, query, body, multipart } = endpoint
  const idFor = (field: string) => idOf(field, endpoint)
  const valid = {
    params: (params ? validInput(params, idFor) : {}) as Record<string, unknown>,
    query: (query ? validInput(query, idFor) : {}) as Record<string, unknown>,
    body: body && validInput(body, idFor),
  }
  const addressWith = (where: 'params' | 'query' | null, field = '', text = ''): string => {
    const filled = path.replaceAll(/:(\w+)/g, (_, name: string) =>
      where === 'params' && name === field ? text : encodeURIComponent(String(valid.params[name])),
    )
    const asked = Object.entries(valid.query)
      .filter(([name]) => !(where === 'query' && name === field))
      .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
    if (where === 'query') asked.push(`${field}=${text}`)
    return filled + (asked.length > 0 ? `?${asked.join('&')}` : '')
  }
  const address = addressWith(null)
  const json = { 'content-type': 'application/json' }
  const file = { name: 'never.dotx', content: 'no template' }
  const validRequest: InjectOptions = multipart
    ? formRequest(address, file, (valid.body ?? {}) as Record<string, string>)
    : { url: address, ...(body && { payload: JSON.stringify(valid.body), headers: json }) }

  const attempt = (what: string, request: InjectOptions): Attempt => ({
    endpoint,
    what,
    request: { method, ...withFreshIds(request) },
  })
  const inAddress = (['params', 'query'] as const).flatMap(where =>
    spread(Object.keys(fieldsOf(endpoint[where]) ?? {}), badParts, isComplete).map(({ field, name, text }) =>
      attempt(`${where}.${field}: ${name}`, { ...validRequest, url: addressWith(where, field, text) }),
    ),
  )
  const twice = Object.keys(fieldsOf(query) ?? {}).map(field =>
    attempt(`query.${field}: twice`, {
      ...validRequest,
      url: `${addressWith('query', field, 'a')}&${field}=b`,
    }),
  )
  const inBody =
    body && !multipart
      ? spread(pathsIn(body, valid.body), badValues, isComplete).map(({ field, name, text }) =>
          attempt(`body.${field.join('.')}: ${name}`, {
            ...validRequest,
            payload: JSON.stringify(withAt(valid.body, field, SPOILT)).replace(`"${SPOILT}"`, () => text),
          }),
        )
      : []
  const inForm = multipart
    ? spread(Object.keys(fieldsOf(body) ?? { afile: null }), badParts, isComplete).map(
        ({ field, name, text }) =>
          attempt(
            `form.${field}: ${name}`,
            formRequest(address, file, { ...(valid.body as object), [field]: decoded(text) }),
          ),
      )
    : []
  const wholeBodies =
    method === 'GET'
      ? []
      : Object.entries(badBodies).map(([name, { payload, type = 'application/json' }]) =>
          attempt(`body: ${name}`, { url: address, payload, headers: { 'content-type': type } }),
        )
  const headers = Object.entries(badHeaders).map(([name, more]) =>
    attempt(`header ${name}`, { ...validRequest, headers: { ...validRequest.headers, ...more } }),
  )
  return [
    ...inAddress,
    ...twice,
    ...inBody,
    ...inForm,
    ...wholeBodies,
    ...headers,
    attempt('as it should be', validRequest),
  ]
}

function withFreshIds(request: InjectOptions): InjectOptions {
  const id = crypto.randomUUID()
  const { url, payload } = request
  return {
    ...request,
    ...(typeof url === 'string' && { url: url.replaceAll(FRESH_ID, id) }),
    ...(typeof payload === 'string' && { payload: payload.replaceAll(FRESH_ID, id) }),
  }
}

const decoded = (text: string) => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const formRequest = (
  url: string,
  file: { name: string; content: string },
  fields: Record<string, string>,
): InjectOptions => ({ url, ...formWithFile(file, fields) })
