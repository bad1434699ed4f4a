export type Target = { url: string; token: string; jobIds: readonly string[]; templateId: string }

export type Answer = { status: number; text: string }

/** What the attacking company sends as a browser would. */
export type Requests = {
  call: (method: string, path: string, body?: FormData | object, signal?: AbortSignal) => Promise<Answer>
  /** Attaches a file to the first job; answers the document's id. */
  attach: (name: string, content: Uint8Array) => Promise<string>
  /** Adds a template; answers its id, or undefined where it was refused. */
  addTemplate: (content: Uint8Array) => Promise<string | undefined>
  /** The company's jobs, one after the other. */
  nextJob: () => string
}

/** The address that the proxy would name; limits by address are meant to count it. */
export const ATTACKERS_ADDRESS = '198.51.100.7'

export function requestsOf({ url, token, jobIds }: Target): Requests {
  let turn = 0
  const call: Requests['call'] = async (method, path, body, signal) => {
    const isForm = body instanceof FormData
    const reply = await fetch(url + path, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        'x-forwarded-for': ATTACKERS_ADDRESS,
        ...(body && !isForm && { 'content-type': 'application/json' }),
      },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
      ...(signal && { signal }),
    })
    return { status: reply.status, text: await reply.text() }
  }
  const idIn = ({ text }: Answer) => (JSON.parse(text) as { id?: string }).id
  return {
    call,
    attach: async (name, content) => {
      const form = formOf(name, content, { shipmentId: jobIds[0] ?? '' })
      return idIn(await call('POST', '/api/document', form)) ?? ''
    },
    addTemplate: async content =>
      idIn(await call('POST', '/api/documenttemplate', formOf(`${crypto.randomUUID()}.dotx`, content, {}))),
    nextJob: () => jobIds[(turn += 1) % jobIds.length] ?? '',
  }
}

export function formOf(name: string, content: Uint8Array, fields: Record<string, string>): FormData {
  const form = new FormData()
  for (const [field, value] of Object.entries(fields)) form.append(field, value)
  form.append('afile', new Blob([content as Uint8Array<ArrayBuffer>]), name)
  return form
}
