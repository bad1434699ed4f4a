import { describe, expect, test } from 'vitest'
import type { JobRow } from '#contract/jobs.ts'
import { allPermissions } from '#contract/permissions.ts'
import type { Membership, User } from '#contract/users.ts'
import {
  acceptInvitation,
  buildColleague,
  buildCompany,
  buildJob,
  callerWith,
  newPerson,
  send,
} from '#testing/factories.ts'
import { signIn, signUp } from '#testing/identity.ts'
import {
  badTexts,
  expectFieldsRefused,
  expectNoChange,
  expectProblem,
  statusesOf,
} from '#testing/refusals.ts'
import { companyPerTest } from '#testing/test-company.ts'

const { product, rows, company } = companyPerTest()

const uuid = expect.stringMatching(/^[0-9a-f-]{36}$/) as string
const addUser = (body: object, by = company) => by.call<User>('POST', '/api/register/adduser', body)
const colleague = () => ({
  displayName: 'Bilal Khan',
  email: newPerson().email,
  password: 'another long password',
})
const identity = (email: string) => ({
  signInType: 'emailAddress',
  issuer: '127.0.0.1:3000',
  issuerAssignedId: email,
})

describe('registering', () => {
  test('makes the company account with its first administrator, once', async () => {
    const person = newPerson({ name: 'Zoë Ålund', company: 'Ålund & Söner' })
    const { accessToken } = await signUp(product.app, person)
    const call = callerWith(product, accessToken)
    expectProblem(await call('GET', '/api/register'), 'account_required')
    const json = { 'content-type': 'application/json' }
    const replies = await Promise.all(
      [1, 2, 3, 4, 5].map(() => call<Membership>('POST', '/api/register', '', json)),
    )
    const [first] = replies
    expect(first?.body).toEqual({
      user: {
        id: uuid,
        displayName: 'Zoë Ålund',
        email: person.email,
        role: 'administrator',
        emailVerified: false,
        emailProofNeeded: false,
      },
      account: {
        id: uuid,
        name: 'Ålund & Söner',
        currency: 'USD',
        timeZone: null,
        country: null,
        dateOrder: null,
        paperSize: 'A4',
      },
      permissions: allPermissions,
      invitations: 0,
      ownCompany: null,
    })
    for (const reply of [
      ...replies,
      await call('GET', '/api/register'),
      await call('POST', '/api/register', {}),
    ]) {
      expect(reply.status).toBe(200)
      expect(reply.body).toEqual(first?.body)
    }
    expect(await rows.select(`select id from accounts where name = 'Ålund & Söner'`)).toEqual([
      { id: first?.body.account.id },
    ])
    expect(
      await rows.select('select id, email, role from users where account_id = $1', [first?.body.account.id]),
    ).toEqual([{ id: first?.body.user.id, email: person.email, role: 'administrator' }])
  })

  test('needs a valid token', async () => {
    expectProblem(await send(product, { method: 'POST', url: '/api/register' }), 'sign_in_required')
    expectProblem(await callerWith(product, 'a.b.c')('POST', '/api/register'), 'sign_in_required')
  })
})

describe('adding a colleague', () => {
  test('lists them at once, and lets them in when they have accepted at their first sign-in', async () => {
    const job = await buildJob(company, { name: 'Shared' })
    const { displayName, email, password } = colleague()
    const reply = await addUser({ DisplayName: displayName, Email: email, Password: password })
    expect(reply.body).toEqual({
      id: uuid,
      displayName,
      role: 'staff',
      active: true,
      signIn: 'invited',
      version: 1,
      identities: [identity(email)],
    })
    expect(reply.status).toBe(201)
    expect(
      await rows.select(
        'select id, display_name, email, role from users where account_id = $1 order by role desc',
        [company.membership.account.id],
      ),
    ).toEqual([
      { id: reply.body.id, display_name: displayName, email, role: 'staff' },
      expect.objectContaining({ email: company.person.email, role: 'administrator' }),
    ])
    const { accessToken } = await signIn(product.app, { email: email.toUpperCase(), password })
    const call = callerWith(product, accessToken)
    const { name } = company.membership.account
    expectProblem(await call('POST', '/api/register'), 'invitation_waiting', { company: name })
    expectProblem(await call('GET', '/api/shipment'), 'account_required')
    expect(await acceptInvitation(call)).toEqual({
      user: {
        id: reply.body.id,
        displayName,
        email,
        role: 'staff',
        emailVerified: false,
        emailProofNeeded: false,
      },
      invitations: 0,
      ownCompany: null,
      account: company.membership.account,
      permissions: allPermissions.filter(
        one =>
          ![
            'users:manage',
            'history:all',
            'company:write',
            'company:export',
            'limits:read',
            'mail:all',
            'mail:settings',
          ].includes(one),
      ),
    })
    const { body: jobs } = await call<JobRow[]>('GET', '/api/shipment')
    expect(jobs.map(row => row.id)).toEqual([job.id])
    const saved = await call('PUT', '/api/shipment', { id: job.id, name: 'By Bilal' })
    expect(saved).toMatchObject({ status: 200, body: { name: 'By Bilal' } })
  })

  test('lists the people of the company alone, by name, without secrets', async () => {
    await addUser(colleague(), await buildCompany(product))
    const { body: added } = await addUser({ ...colleague(), displayName: 'aaron' })
    const { status, body } = await company.call<User[]>('GET', '/api/register/getusers')
    const { user } = company.membership
    expect(status).toBe(200)
    expect(body).toEqual([
      added,
      {
        id: user.id,
        displayName: user.displayName,
        role: 'administrator',
        active: true,
        signIn: 'ready',
        version: 1,
        identities: [identity(user.email)],
      },
    ])
  })

  test('is refused where the company lists the e-mail address already, in whatever case', async () => {
    const listed = colleague()
    await addUser(listed)
    await expectNoChange(rows, company, async () => {
      for (const email of [listed.email, listed.email.toUpperCase()])
        expectProblem(await addUser({ ...colleague(), email }), 'already_exists', {
          detail: `${email} is already listed in your company, as ${listed.displayName}. Send a new invitation from there if it is needed.`,
        })
      const { email, displayName } = company.membership.user
      expectProblem(await addUser({ ...colleague(), email }), 'already_exists', {
        detail: `${email} is already listed in your company, as ${displayName}.`,
      })
    })
    const fresh = colleague()
    expect(statusesOf(await Promise.all([addUser(fresh), addUser(fresh), addUser(fresh)]))).toEqual([
      201, 409, 409,
    ])
    // Whichever of the three came first, the person has the sign-in that one of them made.
    const { accessToken } = await signIn(product.app, fresh)
    expect((await acceptInvitation(callerWith(product, accessToken))).account.id).toBe(
      company.membership.account.id,
    )
  })

  test('that fails half-way leaves the e-mail address free', async () => {
    const ghost = { ...colleague(), displayName: 'Ghost' }
    await rows.select(`alter table users add constraint no_ghost check (display_name <> 'Ghost')`)
    const failed = await addUser(ghost)
    await rows.select('alter table users drop constraint no_ghost')
    expect(failed.status).toBeGreaterThanOrEqual(400)
    expect((await addUser(ghost)).status).toBe(201)
  })

  test('gives nobody more than one has', async () => {
    const [staff, viewer] = [
      await buildColleague(product, company, 'staff'),
      await buildColleague(product, company, 'viewer'),
    ]
    for (const [by, role, status, made] of [
      [company, undefined, 201, 'staff'],
      [company, 'administrator', 201, 'administrator'],
      [staff, undefined, 201, 'staff'],
      [staff, 'viewer', 201, 'viewer'],
      [staff, 'administrator', 403],
      [viewer, undefined, 201, 'viewer'],
      [viewer, 'staff', 403],
    ] as const) {
      const reply = await addUser({ ...colleague(), ...(role && { role }) }, by)
      expect(reply.status).toBe(status)
      if (made) expect(reply.body.role).toBe(made)
    }
  })

  test('refuses bad input by name and changes nothing', async () => {
    await expectFieldsRefused(rows, company, {
      method: 'POST',
      url: '/api/register/adduser',
      fields: {
        displayName: [...badTexts(200), '', '  ', null],
        email: [
          '',
          'x',
          'a@b',
          'a b@c.example',
          'ä@',
          `${'x'.repeat(320)}@c.example`,
          1,
          null,
          'a\u0000@c.example',
        ],
        role: ['owner', 1, null],
        password: ['', 'short12', 'x'.repeat(201), 12345678, null, 'long enough \ud800'],
      },
      bodyWith: (path, value) => ({ ...colleague(), [path]: value }),
    })
    await expectNoChange(rows, company, async () => {
      const { email: _, ...rest } = colleague()
      expectProblem(await addUser(rest), 'invalid_input')
    })
  })
})
