import { expect, test } from '@playwright/test'
import { fillSignUpForm, newPerson } from './people.ts'

test('a double click on Sign up makes one sign-in and arrives', async ({ page }) => {
  const person = newPerson()
  await page.goto('/register')
  await fillSignUpForm(page, person)
  await page.getByRole('button', { name: 'Sign up' }).dblclick({ delay: 30 })
  // The first sending's navigation is given up for the second's, which a wait for an address would take for a failure.
  await expect(page.getByRole('button', { name: 'Create Job' })).toBeVisible()
})
