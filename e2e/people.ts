import { expect, type Page } from '@playwright/test'
import type { TestMailServer } from '#testing/mail-server.ts'

export type Person = { email: string; name: string; company: string; password: string }

let made = 0

/** Somebody whom no other journey knows. */
export function newPerson(name = 'Ann Lee'): Person {
  made += 1
  const email = `${name.split(' ')[0]?.toLowerCase()}-${process.pid}-${Date.now()}-${made}@example.com`
  return { email, name, company: `${name}'s Forwarding`, password: 'seven silver seas' }
}

/** Fills the provider's sign-up form, wherever the browser was led to it from. */
export async function fillSignUp(page: Page, person: Person): Promise<void> {
  await fillSignUpForm(page, person)
  await page.getByRole('button', { name: 'Sign up' }).click()
}

/** The same without sending it. */
export async function fillSignUpForm(page: Page, person: Person): Promise<void> {
  await page.waitForURL(/\/identity\//)
  await page.getByLabel('Email', { exact: true }).fill(person.email)
  await page.getByLabel('Name', { exact: true }).fill(person.name)
  await page.getByLabel('Company', { exact: true }).fill(person.company)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
}

export async function fillSignIn(page: Page, person: Pick<Person, 'email' | 'password'>): Promise<void> {
  await page.waitForURL(/\/identity\//)
  await page.getByLabel('Email', { exact: true }).fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** The newest code that was sent to an address. */
async function codeSentTo({ mails }: TestMailServer, email: string): Promise<string> {
  const codes = () =>
    mails
      .filter(({ to }) => to.includes(email))
      .flatMap(({ raw }) => /Your code is (\d{6})/.exec(raw.toString())?.[1] ?? [])
  await expect.poll(codes).not.toEqual([])
  return codes().at(-1) ?? ''
}

/** Enters the code by which a sign-up shows that its address is theirs, where a mail server is configured. */
export async function enterCode(page: Page, person: Person, server: TestMailServer): Promise<void> {
  await page.getByLabel('Code').fill(await codeSentTo(server, person.email))
  await page.getByRole('button', { name: 'Continue' }).click()
}

/** From nothing to the Dashboard of a new company; `server` is the product's mail server. */
export async function signUp(
  page: Page,
  person: Person = newPerson(),
  server?: TestMailServer,
): Promise<Person> {
  await page.goto('/register')
  await fillSignUp(page, person)
  if (server) await enterCode(page, person, server)
  await skipWelcome(page)
  return person
}

/** Past the page that asks whoever has just made a company what it begins with. */
export async function skipWelcome(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Skip for now' }).click()
  await expectDashboard(page)
}

export async function expectDashboard(page: Page): Promise<void> {
  await page.waitForURL(/\/webapp(\?.*)?$/)
  await expect(page.getByRole('button', { name: 'Create Job' })).toBeVisible()
}

/** The menu at the top right. */
export const openPersonMenu = (page: Page) => page.getByRole('button', { name: /your settings$/i }).click()
