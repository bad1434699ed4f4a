import { afterEach, describe, expect, test } from 'vitest'
import type { Membership, User } from '#contract/users.ts'
import { readConfig } from '#server/config.ts'
import { startTestApp } from '#testing/app.ts'
import { acceptInvitation, callerWith } from '#testing/factories.ts'
import { expectProblem } from '#testing/refusals.ts'
import { openRows } from '#testing/rows.ts'
import { startStandInTenant } from '#testing/stand-in-tenant.ts'
import { sharedByTests, testProduct } from '#testing/test-company.ts'
import { browserConfiguration } from './policies.ts'

const tenant = sharedByTests(startStandInTenant)
const { product } = testProduct(() => ({ signIn: tenant.settings }))
afterEach(() => tenant.setDown(false))

const person = () => ({
  oid: crypto.randomUUID(),
  name: 'Anna Visser',
  emails: [`anna-${crypto.randomUUID()}@maas.example`],
  extension_Company: 'Maas Forwarding',
})
const callerOf = async (claims: Record<string, unknown>) =>
  callerWith(product, await tenant.accessToken(claims))

async function company() {
  const claims = person()
  const call = await callerOf(claims)
  const { body } = await call<Membership>('POST', '/api/register')
  return { claims, call, membership: body }
}
const colleague = (changes: object = {}) => ({
  displayName: 'Bilal Khan',
  email: `bilal-${crypto.randomUUID()}@maas.example`,
  password: 'another long password',
  ...changes,
})

describe('tokens of Azure AD B2C', () => {
  test('make the company account and reach its data', async () => {
    const { claims, call, membership } = await company()
    expect(membership).toMatchObject({
      user: { displayName: 'Anna Visser', email: claims.emails[0], role: 'administrator' },
      account: { name: 'Maas Forwarding' },
    })
    expect((await call('POST', '/api/shipment')).status).toBe(201)
  })

  test.each([
    ['of another audience', () => tenant.accessToken(person(), 'another-api')],
    ['without the scope', () => tenant.accessToken({ ...person(), scp: 'openid' })],
    ['without a person', () => tenant.accessToken({ emails: ['x@y.example'] })],
  ])('are refused %s', async (_what, token) => {
    expectProblem(await callerWith(product, await token())('POST', '/api/register'), 'sign_in_required')
  })

  test('are refused from another tenant', async () => {
    const other = await startStandInTenant()
    const foreign = callerWith(product, await other.accessToken(person()))
    expectProblem(await foreign('POST', '/api/register'), 'sign_in_required')
    await other.close()
  })

  test('are told apart from a provider that does not answer, which is asked again', async () => {
    tenant.setDown(true)
    const late = await startTestApp({ signIn: tenant.settings })
    const call = callerWith(late, await tenant.accessToken(person()))
    expectProblem(await call('POST', '/api/register'), 'unavailable')
    tenant.setDown(false)
    expect((await call('POST', '/api/register')).status).toBe(200)
    await late.close()
  })
})

describe('colleagues through Microsoft Graph', () => {
  const add = (call: Awaited<ReturnType<typeof company>>['call'], body: object) =>
    call<User>('POST', '/api/register/adduser', body)

  test('are added as Graph wants it, and can sign in', async () => {
    const { call } = await company()
    const body = colleague()
    const reply = await add(call, body)
    const identity = {
      signInType: 'emailAddress',
      issuer: 'contoso.onmicrosoft.com',
      issuerAssignedId: body.email,
    }
    expect(reply).toMatchObject({
      status: 201,
      body: {
        displayName: 'Bilal Khan',
        role: 'staff',
        active: true,
        signIn: 'invited',
        identities: [identity],
      },
    })
    expect(tenant.calls.findLast(asked => asked.method === 'POST')?.body).toEqual({
      accountEnabled: true,
      displayName: 'Bilal Khan',
      identities: [identity],
      passwordProfile: { password: body.password, forceChangePasswordNextSignIn: false },
      passwordPolicies: 'DisablePasswordExpiration',
    })
    const made = [...tenant.users.values()].find(user => user.identities[0]?.issuerAssignedId === body.email)
    const theirs = await callerOf({ oid: made?.id, name: 'Bilal Khan', emails: [body.email] })
    expectProblem(await theirs('POST', '/api/register'), 'invitation_waiting')
    expect((await acceptInvitation(theirs)).user.role).toBe('staff')
  })

  test('are listed over pages and in portions that Graph takes', async () => {
    const { call, claims } = await company()
    tenant.users.set(claims.oid, { id: claims.oid, displayName: 'Anna Visser', identities: [] })
    const names = Array.from({ length: 17 }, (_, index) => `Colleague ${String(index).padStart(2, '0')}`)
    for (const displayName of names) {
      const { email } = colleague()
      await add(call, colleague({ displayName, email }))
      const made = [...tenant.users.values()].find(user => user.identities[0]?.issuerAssignedId === email)
      await acceptInvitation(await callerOf({ oid: made?.id, name: displayName, emails: [email] }))
    }
    const { body } = await call<User[]>('GET', '/api/register/getusers')
    expect(body.map(user => user.displayName)).toEqual(['Anna Visser', ...names])
    // Whom the tenant does not know any more is not said to be able to sign in.
    tenant.users.delete(claims.oid)
    const later = await call<User[]>('GET', '/api/register/getusers')
    const own = later.body.filter(user => user.signIn !== 'ready')
    expect(own.map(({ role, active, signIn }) => ({ role, active, signIn }))).toEqual([
      { role: 'administrator', active: true, signIn: 'unknown' },
    ])
  })

  test('are refused in words that say what to do, and nothing is left behind', async () => {
    const { call } = await company()
    const known = colleague()
    await add(call, known)
    const before = tenant.users.size
    expectProblem(await add(call, { ...colleague(), email: known.email }), 'already_exists')
    expectProblem(await add(call, colleague({ password: 'weak password' })), 'invalid_input')
    tenant.answerNext({
      status: 403,
      body: { error: { code: 'Authorization_RequestDenied', message: 'Insufficient privileges.' } },
    })
    const denied = await add(call, colleague())
    expectProblem(denied, 'unavailable')
    expect(JSON.stringify(denied.body)).toContain('User.ReadWrite.All')
    expect(tenant.users.size).toBe(before)
    expect((await call<User[]>('GET', '/api/register/getusers')).body).toHaveLength(2)
  })

  test('who are in the directory already are bound by their object id, whatever their token says of them', async () => {
    const { call } = await company()
    const person = colleague()
    const oid = crypto.randomUUID()
    tenant.users.set(oid, {
      id: oid,
      displayName: 'Bilal Khan',
      identities: [
        { signInType: 'emailAddress', issuer: 'contoso.onmicrosoft.com', issuerAssignedId: person.email },
      ],
    })
    expect((await add(call, person)).status).toBe(201)
    const theirs = await callerOf({ oid, name: 'Bilal Khan', preferred_username: 'bilal' })
    expect((await acceptInvitation(theirs)).user.role).toBe('staff')
    // The directory's own person: neither made nor to be changed here.
    const { body } = await theirs<Membership>('GET', '/api/register')
    const path = `/api/register/user/${body.user.id}/password`
    expectProblem(await call('PUT', path, { password: 'brand new one' }), 'in_use')
    expect(tenant.users.has(oid)).toBe(true)
  })

  test('wait as Graph says when it is busy, and ask for a new token when one has ended', async () => {
    const { call } = await company()
    const busy = {
      status: 429,
      headers: { 'retry-after': '0' },
      body: { error: { code: 'TooManyRequests', message: 'x' } },
    }
    const ended = { status: 401, body: { error: { code: 'InvalidAuthenticationToken', message: 'x' } } }
    tenant.answerNext(busy, busy, ended)
    expect((await add(call, colleague())).status).toBe(201)
    tenant.answerNext(busy, busy, busy, busy)
    expectProblem(await add(call, colleague()), 'unavailable')
  })

  test('get a new password, which ends what they were signed in by', async () => {
    const { call } = await company()
    const { email, ...rest } = colleague()
    const { body } = await add(call, { email, ...rest })
    const made = [...tenant.users.values()].find(user => user.identities[0]?.issuerAssignedId === email)
    await acceptInvitation(await callerOf({ oid: made?.id, emails: [email] }))
    const reply = await call('PUT', `/api/register/user/${body.id}/password`, { password: 'brand new one' })
    expect(reply.status).toBe(204)
    const [patched, revoked] = tenant.calls.slice(-2)
    expect(patched).toMatchObject({
      method: 'PATCH',
      body: { passwordProfile: { password: 'brand new one', forceChangePasswordNextSignIn: false } },
    })
    expect(revoked?.path).toMatch(/\/revokeSignInSessions$/)
  })

  test('do not stay in the directory when the company’s own row cannot be made', async () => {
    const { call } = await company()
    const rows = await openRows(product)
    const before = tenant.users.size
    await rows.select(`alter table users add constraint no_ghost check (display_name <> 'Ghost')`)
    const failed = await add(call, colleague({ displayName: 'Ghost' }))
    await rows.select('alter table users drop constraint no_ghost')
    await rows.close()
    expect(failed.status).toBeGreaterThanOrEqual(400)
    expect(tenant.calls.at(-1)?.method).toBe('DELETE')
    expect(tenant.users.size).toBe(before)
  })
})

describe('the configuration', () => {
  const b2c = {
    OIDC_AUTHORITY_HOST: 'https://contoso.b2clogin.com/',
    OIDC_TENANT: 'contoso.onmicrosoft.com',
    OIDC_CLIENT_ID: 'web',
    OIDC_SCOPE: 'https://contoso.onmicrosoft.com/lading/full_access',
    OIDC_AUDIENCE: 'api',
  }

  test('of Azure AD B2C names both policies', () => {
    const { signIn, signUp } = readConfig(b2c)
    expect(browserConfiguration('https://lading.example', signUp, signIn).signIn).toEqual({
      authority: 'https://contoso.b2clogin.com/contoso.onmicrosoft.com/B2C_1_signupsignin1',
      signUpAuthority: 'https://contoso.b2clogin.com/contoso.onmicrosoft.com/B2C_1_signup',
      protocol: 'AAD',
      interaction: 'redirect',
      clientId: 'web',
      scope: 'https://contoso.onmicrosoft.com/lading/full_access',
    })
    expect(readConfig({ ...b2c, OIDC_SIGN_UP_POLICY: 'none' }).signIn?.signUpAuthority).toBe(null)
  })

  test('of any other provider needs its authority alone', () => {
    const { OIDC_AUTHORITY_HOST: _host, OIDC_TENANT: _tenant, ...rest } = b2c
    const { signIn } = readConfig({ ...rest, OIDC_AUTHORITY: 'https://id.example/realms/lading' })
    expect(signIn).toMatchObject({
      authority: 'https://id.example/realms/lading',
      signUpAuthority: null,
      protocol: 'OIDC',
      graph: undefined,
    })
  })

  test('says which claims stand for a company and for roles', () => {
    const { signIn } = readConfig({
      ...b2c,
      OIDC_COMPANY_CLAIM: 'tid',
      OIDC_ROLE_CLAIM: 'roles',
      OIDC_ROLE_VALUES: 'Chief=administrator, Guest = Viewer',
    })
    expect(signIn?.claims).toEqual({
      company: 'tid',
      role: {
        claim: 'roles',
        roleOf: new Map([
          ['Chief', 'administrator'],
          ['Guest', 'viewer'],
        ]),
      },
    })
  })

  test('is absent where nothing is set, and says every mistake', () => {
    expect(readConfig({}).signIn).toBe(undefined)
    const mistakes: [Record<string, string>, RegExp][] = [
      [{ OIDC_TENANT: 'x' }, /OIDC_TENANT is given without/],
      [{ ...b2c, OIDC_AUTHORITY: 'https://id.example' }, /exclude each other/],
      [{ ...b2c, OIDC_CLIENT_ID: '' }, /OIDC_CLIENT_ID is needed/],
      [{ ...b2c, OIDC_AUTHORITY_HOST: 'contoso' }, /OIDC_AUTHORITY_HOST must be an http/],
      [{ ...b2c, OIDC_INTERACTION: 'window' }, /must be redirect or popup/],
      [{ ...b2c, GRAPH_CLIENT_ID: 'x' }, /belong together/],
      [{ ...b2c, OIDC_ROLE_CLAIM: 'roles' }, /belong together/],
      [{ ...b2c, OIDC_ROLE_CLAIM: 'roles', OIDC_ROLE_VALUES: 'Chief=owner' }, /has “Chief=owner”; write/],
      [{ OIDC_COMPANY_CLAIM: 'tid' }, /OIDC_COMPANY_CLAIM is given without/],
    ]
    for (const [environment, said] of mistakes) expect(() => readConfig(environment)).toThrow(said)
  })
})
