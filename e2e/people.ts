import { expect, type Page } from '@playwright/test'

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
  await page.waitForURL(/\/identity\//)
  await page.getByLabel('Email', { exact: true }).fill(person.email)
  await page.getByLabel('Name', { exact: true }).fill(person.name)
  await page.getByLabel('Company', { exact: true }).fill(person.company)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Sign up' }).click()
}

export async function fillSignIn(page: Page, person: Pick<Person, 'email' | 'password'>): Promise<void> {
  await page.waitForURL(/\/identity\//)
  await page.getByLabel('Email', { exact: true }).fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** From nothing to the Dashboard of a new company. */
export async function signUp(page: Page, person: Person = newPerson()): Promise<Person> {
  await page.goto('/register')
  await fillSignUp(page, person)
  await expectDashboard(page)
  return person
}

export async function expectDashboard(page: Page): Promise<void> {
  await page.waitForURL(/\/webapp(\?.*)?$/)
  await expect(page.getByRole('button', { name: 'Create Job' })).toBeVisible()
}
