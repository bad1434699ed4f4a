import { afterEach, describe, expect, test } from 'vitest'
import type { JobRow } from '#contract/jobs.ts'
import type { Role } from '#contract/permissions.ts'
import type { Invitation, Membership, User } from '#contract/users.ts'
import { startTestApp, type TestApp, type TestAppOptions } from '#testing/app.ts'
import { acceptInvitation, buildJob, type Caller, callerWith } from '#testing/factories.ts'
import { expectProblem } from '#testing/refusals.ts'
import { startStandInTenant } from '#testing/stand-in-tenant.ts'
import { sharedByTests } from '#testing/test-company.ts'
import type { ClaimSettings } from './external-settings.ts'

const tenant = sharedByTests(startStandInTenant)
let product: TestApp
const started: TestApp[] = []

afterEach(async () => {
  for (const one of started.splice(0)) await one.close()
})

type Shape = {
  of: (email: string) => Record<string, unknown>
  unproven: (email: string) => Record<string, unknown>
}

/** How two kinds of provider tell of one person. */
const shapes: Record<string, Shape> = {
  'any OpenID provider': {
    of: email => ({ sub: crypto.randomUUID(), email, email_verified: true, name: email }),
    unproven: email => ({ sub: crypto.randomUUID(), email, email_verified: false, name: email }),
  },
  'Azure AD B2C': {
    of: email => ({ oid: crypto.randomUUID(), emails: [email], name: email }),
    unproven: email => ({ oid: crypto.randomUUID(), preferred_username: email, name: email }),
  },
}

/** The product on a provider of the company's own that it may not write to. */
async function start(claims?: Partial<ClaimSettings>, options: TestAppOptions = {}): Promise<void> {
  const settings = {
    ...tenant.settings,
    protocol: 'OIDC' as const,
    claims: { ...tenant.settings.claims, ...claims },
    graph: undefined,
  }
  product = await startTestApp({ ...options, signIn: settings })
  started.push(product)
}

const as = async (claims: Record<string, unknown>) => callerWith(product, await tenant.accessToken(claims))
const address = (name: string) => `${name}-${crypto.randomUUID()}@maas.example`
const register = (call: Caller['call'], body?: object) => call<Membership>('POST', '/api/register', body)

describe.each(Object.entries(shapes))('with %s', (_name, { of, unproven }) => {
  test('the second person joins the company that has added them, by their address', async () => {
    await start()
    const anna = await as(of(address('anna')))
    const { body: first } = await register(anna)
    const job = await buildJob({ call: anna } as Caller, { name: 'Cotton' })
    const email = address('bilal')
    // A password is nothing to this server here, and needs none.
    const { status, body: added } = await anna<User>('POST', '/api/register/adduser', {
      displayName: 'Bilal Khan',
      email,
    })
    expect(status).toBe(201)
    expect(added).toMatchObject({
      signIn: 'invited',
      identities: [{ signInType: 'federated', issuerAssignedId: email }],
    })
    const bilal = await as(of(email.toUpperCase()))
    expectProblem(await register(bilal), 'invitation_waiting', { company: first.account.name })
    expect(await acceptInvitation(bilal)).toMatchObject({
      account: { id: first.account.id },
      user: { id: added.id, role: 'staff', emailVerified: true },
    })
    const { body: jobs } = await bilal<JobRow[]>('GET', '/api/shipment')
    expect(jobs.map(({ id }) => id)).toEqual([job.id])
    const { body: people } = await anna<User[]>('GET', '/api/register/getusers')
    expect(people.find(({ id }) => id === added.id)?.signIn).toBe('unknown')
    const path = `/api/register/user/${added.id}/password`
    expectProblem(await anna('PUT', path, { password: 'brand new one' }), 'in_use')
  })

  test('an address that the provider has not seen proved claims nothing but by the link', async () => {
    await start()
    const anna = await as(of(address('anna')))
    await register(anna)
    const email = address('bilal')
    const { body } = await anna<{ user: User; invitation: Invitation }>('POST', '/api/register/invite', {
      displayName: 'Bilal Khan',
      email,
    })
    const secret = body.invitation.link?.split('/').at(-1) ?? ''
    const bilal = await as(unproven(email))
    expect((await bilal('GET', '/api/register/invitation')).body).toEqual([])
    const path = `/api/register/invitation/${body.user.id}/accept`
    expectProblem(await bilal('POST', path), 'not_found')
    const thief = await as(unproven(address('thief')))
    expectProblem(await thief('POST', `${path}?secret=${secret}`), 'not_found')
    expectProblem(await register(bilal, { secret }), 'invitation_waiting')
    expect((await bilal<Membership>('POST', `${path}?secret=${secret}`)).body.user.id).toBe(body.user.id)
  })
})

describe('a claim that stands for the company', () => {
  const person = (tid: string, more: object = {}) => ({
    ...shapes['Azure AD B2C']?.of(address('x')),
    tid,
    ...more,
  })

  test('takes everybody with its value into one company, and nobody else', async () => {
    await start({ company: 'tid' })
    const { body: first } = await register(await as(person('one')))
    const { body: second } = await register(await as(person('one')))
    const { body: other } = await register(await as(person('two')))
    expect([first.user.role, second.user.role, other.user.role]).toEqual([
      'administrator',
      'staff',
      'administrator',
    ])
    expect(second.account.id).toBe(first.account.id)
    expect(other.account.id).not.toBe(first.account.id)
  })

  test('founds one company when the first two come at one moment', async () => {
    await start({ company: 'tid' })
    const calls = await Promise.all([1, 2, 3].map(async () => as(person('three'))))
    const replies = await Promise.all(calls.map(call => register(call)))
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(new Set(replies.map(({ body }) => body.account.id)).size).toBe(1)
    expect(replies.map(({ body }) => body.user.role).toSorted()).toEqual(['administrator', 'staff', 'staff'])
  })

  test('founds none where that is refused, and still takes people in', async () => {
    await start({ company: 'tid' }, { signUp: { mode: 'closed', domains: [], provesAddresses: false } })
    expectProblem(await register(await as(person('four'))), 'sign_up_refused')
  })

  test('gives the role by another claim, at joining and at each sign-in, but for the last Administrator', async () => {
    const roleOf = new Map<string, Role>([
      ['Chief', 'administrator'],
      ['Guest', 'viewer'],
    ])
    await start({ company: 'tid', role: { claim: 'roles', roleOf } })
    const chief = person('five', { roles: ['Chief'] })
    const roleIn = async (claims: object) =>
      (await register(await as(claims as Record<string, unknown>))).body.user.role
    expect(await roleIn(chief)).toBe('administrator')
    const guest = person('five', { roles: ['Other', 'Guest'] })
    expect(await roleIn(guest)).toBe('viewer')
    expect(await roleIn({ ...guest, roles: ['Guest', 'Chief'] })).toBe('administrator')
    expect(await roleIn({ ...guest, roles: ['unknown'] })).toBe('administrator')
    expect(await roleIn({ ...guest, roles: 'Guest' })).toBe('viewer')
    expect(await roleIn({ ...chief, roles: ['Guest'] })).toBe('administrator')
  })
})
