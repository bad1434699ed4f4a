import { importKinds } from '#contract/import-kinds.ts'

/** What the address may say. */
export const importSearch = (search: Record<string, unknown>) => {
  const kind = importKinds.find(one => one === search['kind'])
  const text = (name: string) => (typeof search[name] === 'string' ? search[name] : undefined)
  const [id, job] = [text('id'), text('job')]
  return { ...(id && { id }), ...(kind && { kind }), ...(job && { job }) }
}
