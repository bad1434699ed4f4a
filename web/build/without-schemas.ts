import type { Plugin } from 'vite'

const STUB = '\0lading:without-schemas'

// Whatever is called or read answers with the same again, but a schema that is used to check something
// must not look as if it had checked.
const stub = `
const refuse = () => { throw new Error('The browser carries no schemas: the server checks what is sent.') }
const checks = new Set(['parse', 'safeParse', 'parseAsync', 'safeParseAsync', 'encode', 'decode'])
export const z = new Proxy(function () {}, {
  get: (_target, key) => (checks.has(key) ? refuse : typeof key === 'symbol' ? undefined : z),
  apply: () => z,
})
`

/**
 * The browser takes addresses, labels and types from the contract and leaves checking to the server:
 * its schemas would be 24 kB of JavaScript that nothing calls.
 */
export function withoutSchemas(root: string): Plugin {
  return {
    name: 'lading:without-schemas',
    apply: 'build',
    enforce: 'pre',
    resolveId: (source, importer) =>
      source === 'zod' && importer?.startsWith(`${root}/contract/`) ? STUB : undefined,
    load: id => (id === STUB ? { code: stub, moduleSideEffects: false } : undefined),
  }
}
