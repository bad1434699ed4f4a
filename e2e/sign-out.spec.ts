import { expect, test } from '@playwright/test'
import { expectDashboard, fillSignIn, signUp } from './people.ts'

test('a sign-out that does not reach the provider says so, and is done when it is tried again', async ({
  page,
}) => {
  const person = await signUp(page)
  await page.route('**/openid-configuration**', route => route.abort())
  await page.goto('/logout')
  await expect(page.getByRole('status')).toHaveText(
    'You could not be signed out. The sign-in service could not be reached. Check the connection and try again.',
  )
  await page.unroute('**/openid-configuration**')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.waitForURL(url => url.pathname === '/')
  // Nobody comes in without a password.
  await page.goto('/webapp')
  await fillSignIn(page, person)
  await expectDashboard(page)
})
