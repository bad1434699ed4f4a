import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, nameText, paging, text } from './values.ts'

export const port = z.object({
  id,
  name: text(),
  /** UN/LOCODE where it has one. */
  code: text(10),
  description: text(2000),
  /** ISO 3166-1 alpha-2, and its English name. */
  countryId: text(2),
  country: z.string().nullable(),
})
export type Port = z.infer<typeof port>

/** The four places that a port can have on a job. */
export const portTypes = ['Loading', 'Via', 'Discharge', 'Destination'] as const
export type PortType = (typeof portTypes)[number]

export const findPorts = endpoint({
  method: 'GET',
  path: '/api/port/:searchText',
  summary: 'Ports whose name or code contains the text (at least 3 characters), most likely first',
  tag: 'Ports',
  access: 'ports:read',
  params: z.object({ searchText: z.string().max(200) }),
  query: z.object(paging),
  reply: z.array(port),
})

export const createPort = endpoint({
  method: 'POST',
  path: '/api/port',
  summary: "Add a port of the company's own; without a body, a draft with a new id",
  tag: 'Ports',
  access: 'ports:write',
  body: z
    .object({
      id: id.optional(),
      name: nameText(500),
      code: text(10).optional(),
      description: text(2000).optional(),
      countryId: text(2).optional(),
    })
    .nullish(),
  reply: port,
  status: 201,
})
