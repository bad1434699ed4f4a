import { beforeAll, expect, test } from 'vitest'
import { cheapPasswords, TEST_PUBLIC_URL } from '#testing/identity-app.ts'
import { signIn } from '#testing/identity.ts'
import { testProvider } from '#testing/test-provider.ts'
import { embeddedDirectory, type UserDirectory } from './directory.ts'
import { tokenChecker } from '#server/identity/provider/tokens.ts'

const server = testProvider()
let directory: UserDirectory

beforeAll(async () => {
  directory = embeddedDirectory(server.database.signIn, {
    publicUrl: TEST_PUBLIC_URL,
    passwords: cheapPasswords,
  })
})

test('a person who was added can sign in and is listed in the shape of Microsoft Graph', async () => {
  const { subject } = await directory.add({
    displayName: 'Bo Berg',
    email: 'Bo@example.com',
    password: 'surely long enough',
  })
  const { accessToken } = await signIn(server.app, {
    email: 'bo@example.com',
    password: 'surely long enough',
  })
  await expect(tokenChecker(server.rules)(`Bearer ${accessToken}`)).resolves.toEqual({
    subject,
    email: 'Bo@example.com',
    name: 'Bo Berg',
    company: null,
    emailVerified: false,
    generation: 0,
  })
  const unknown = '00000000-0000-4000-8000-000000000000'
  expect(await directory.list([subject ?? '', unknown, 'not even an id'])).toEqual([
    {
      id: subject,
      displayName: 'Bo Berg',
      signIn: 'ready',
      identities: [
        { signInType: 'emailAddress', issuer: '127.0.0.1:3000', issuerAssignedId: 'Bo@example.com' },
      ],
    },
  ])
})

test('an e-mail address that is taken in another case makes no second sign-in, and the password stays', async () => {
  const add = (email: string, password: string) => directory.add({ displayName: 'Cy', email, password })
  await add('cy@example.com', 'the first one')
  expect(await add('CY@Example.com', 'the second one')).toEqual({ subject: null, made: false })
  await expect(
    signIn(server.app, { email: 'cy@example.com', password: 'the first one' }),
  ).resolves.toBeTruthy()
})
