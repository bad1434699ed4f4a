import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Endpoint } from '#contract/endpoint.ts'

const folder = join(import.meta.dirname, '../contract')

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value

const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

/** The endpoints in what a file exports: by themselves, or in an object by name as the links of parties are. */
const endpointsIn = (value: unknown): Endpoint[] => {
  if (isEndpoint(value)) return [value]
  return isPlainObject(value) ? Object.values(value).flatMap(endpointsIn) : []
}

const files = (await readdir(folder)).filter(name => name.endsWith('.ts') && !name.endsWith('.test.ts'))
const modules = await Promise.all(
  files.sort().map(name => import(pathToFileURL(join(folder, name)).href) as Promise<object>),
)

/** Every call that the contract names, found in what its files export. */
export const endpoints: Endpoint[] = [
  ...new Set(modules.flatMap(module => Object.values(module).flatMap(endpointsIn))),
]
