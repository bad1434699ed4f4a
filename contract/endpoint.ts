import { z } from 'zod'
import type { Permission } from './permissions.ts'
import { plainMessage } from './plain-messages.ts'

// For every schema of the program: zod has one such function, and asks it when a value is looked at.
z.config({ customError: plainMessage })

/** 'public' needs no token, 'identity' a valid token that may belong to no company yet. */
export type Access = Permission | 'public' | 'identity'

/**
 * One call of the API, said once: the server binds a function to it, the web calls it,
 * OpenAPI is generated from it.
 */
export type Endpoint<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Reply extends z.ZodType = z.ZodType,
> = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** As Fastify writes it: '/api/item/:id'. */
  path: string
  summary: string
  tag: string
  access: Access
  params?: Params
  query?: Query
  body?: Body
  /** The form's text fields are `body`; the file itself is always the part named `afile`. */
  multipart?: true
  /** Absent: the reply is 204, or a file where `file` says so. */
  reply?: Reply
  file?: true
  /** Answered also where the company has used up a budget: what tells people of it, or ends what uses it up. */
  alwaysAnswered?: true
  /** What a successful call answers with; 200 by default. */
  status?: 200 | 201 | 204
}

// Identity at run time; at compile time it keeps each schema's own type.
export function endpoint<
  Params extends z.ZodType = z.ZodType<undefined>,
  Query extends z.ZodType = z.ZodType<undefined>,
  Body extends z.ZodType = z.ZodType<undefined>,
  Reply extends z.ZodType = z.ZodType<undefined>,
>(definition: Endpoint<Params, Query, Body, Reply>): Endpoint<Params, Query, Body, Reply> {
  return definition
}
