import type { Page } from '@playwright/test'
import { signIn } from '#testing/identity.ts'
import { newPerson, type Person, signUp } from './people.ts'

export type CompanyApi = {
  person: Person
  /** Calls the API as this person and gives the reply's body; throws what any refusal says. */
  call<Reply>(method: string, path: string, body?: unknown): Promise<Reply>
  /** Sends a file as the API's forms do. */
  upload<Reply>(path: string, file: File, fields: Record<string, string>): Promise<Reply>
}

/** A new company, its first person signed in on `page`, and the API to lay out what a journey needs. */
export async function newCompany(page: Page, person: Person = newPerson()): Promise<CompanyApi> {
  await signUp(page, person)
  return companyApi(new URL(page.url()).origin, person)
}

/** The API as a person who has signed up already. */
export async function companyApi(origin: string, person: Person): Promise<CompanyApi> {
  const { accessToken } = await signIn(origin, person)
  const authorization = `Bearer ${accessToken}`
  const send = async (path: string, request: RequestInit) => {
    const reply = await fetch(origin + path, request)
    const text = await reply.text()
    if (!reply.ok) throw new Error(`${request.method} ${path} answered ${reply.status}: ${text}`)
    return text === '' ? undefined : (JSON.parse(text) as unknown)
  }
  return {
    person,
    call: async (method, path, body) =>
      (await send(path, {
        method,
        headers: { authorization, 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })) as never,
    upload: async (path, file, fields) => {
      const form = new FormData()
      for (const [name, value] of Object.entries(fields)) form.append(name, value)
      form.append('afile', file)
      return (await send(path, { method: 'POST', headers: { authorization }, body: form })) as never
    },
  }
}
