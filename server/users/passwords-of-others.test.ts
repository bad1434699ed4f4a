import { expect, test } from 'vitest'
import type { Membership, User } from '#contract/users.ts'
import type { WaitingInvitation } from '#contract/joining.ts'
import type { SignInEvent } from '#contract/sign-ins.ts'
import {
  acceptInvitation,
  buildColleague,
  buildCompany,
  type Caller,
  callerWith,
  newPerson,
  verifyAddress,
} from '#testing/factories.ts'
import { signIn } from '#testing/identity.ts'
import { expectNoChange, expectProblem } from '#testing/refusals.ts'
import { testProduct } from '#testing/test-company.ts'

const { product, rows } = testProduct()

const CHOSEN = 'chosen by a colleague'
const idOf = (caller: Caller) => caller.membership.user.id

/** Adds somebody with a password that the adder knows, and signs in with it. */
async function add(by: Caller, role: 'staff' | 'administrator' = 'staff') {
  const { email, name: displayName } = newPerson()
  const { body: user } = await by.call<User>('POST', '/api/register/adduser', {
    displayName,
    email,
    password: CHOSEN,
    role,
  })
  const call = callerWith(product, (await signIn(product.app, { email, password: CHOSEN })).accessToken)
  return { email, user, call }
}

const waiting = async (call: Caller['call']) =>
  (await call<WaitingInvitation[]>('GET', '/api/register/invitation')).body

/** As under My account. */
const chooseOwn = (email: string) =>
  rows.select('update identity_users set password_chosen_by = null where lower(email) = lower($1)', [email])

test('whoever chose somebody’s password does not come into another company by it', async () => {
  const [evil, victim] = [await buildCompany(product), await buildCompany(product)]
  const carol = await add(evil)
  await acceptInvitation(carol.call)
  await verifyAddress(product, carol.email)
  const { body } = await victim.call<{ user: User }>('POST', '/api/register/invite', {
    displayName: 'Carol',
    email: carol.email,
  })
  expect((await carol.call('POST', '/api/register/leave')).status).toBe(204)
  const accept = () => carol.call<Membership>('POST', `/api/register/invitation/${body.user.id}/accept`)
  await expectNoChange(rows, victim, async () => {
    expect(await waiting(carol.call)).toEqual([])
    expectProblem(await accept(), 'not_found')
  })
  await chooseOwn(carol.email)
  expect((await waiting(carol.call)).map(({ id }) => id)).toEqual([body.user.id])
  expect((await accept()).body.account.id).toBe(victim.membership.account.id)
})

test('whose access was taken away does not come back as somebody whom they added', async () => {
  const company = await buildCompany(product)
  const staff = await buildColleague(product, company, 'staff')
  const ghost = await add(staff)
  expect(await waiting(ghost.call)).toHaveLength(1)
  await company.call('PUT', '/api/register/user', { id: idOf(staff), active: false })
  expect(await waiting(ghost.call)).toEqual([])
  expectProblem(await ghost.call('POST', `/api/register/invitation/${ghost.user.id}/accept`), 'not_found')
  expectProblem(await ghost.call('GET', '/api/shipment'), 'account_required')
})

test('nobody rises above whoever knows their password', async () => {
  const company = await buildCompany(product)
  const staff = await buildColleague(product, company, 'staff')
  const [byStaff, byAdministrator] = [await add(staff), await add(company)]
  for (const { call } of [byStaff, byAdministrator]) await acceptInvitation(call)
  const promote = (id: string) =>
    company.call<User>('PUT', '/api/register/user', { id, role: 'administrator' })
  expect((await promote(byAdministrator.user.id)).body.role).toBe('administrator')
  await expectNoChange(rows, company, async () => expectProblem(await promote(byStaff.user.id), 'in_use'))
  await chooseOwn(byStaff.email)
  expect((await promote(byStaff.user.id)).body.role).toBe('administrator')
})

test('whose access is taken away is back in their own company', async () => {
  const [host, guest] = [await buildCompany(product), await buildCompany(product)]
  const { email } = guest.person
  await verifyAddress(product, email)
  const { body } = await host.call<{ user: User }>('POST', '/api/register/invite', {
    displayName: 'Guest',
    email,
  })
  await acceptInvitation(guest.call)
  await host.call('PUT', '/api/register/user', { id: body.user.id, active: false })
  expect((await guest.call<Membership>('GET', '/api/register')).body.account).toEqual(
    guest.membership.account,
  )
})

test('the sign-ins that led into a company stand among its own', async () => {
  const company = await buildCompany(product)
  const colleague = await buildColleague(product, company, 'staff')
  const { body } = await company.call<SignInEvent[]>('GET', '/api/history/signins')
  expect(body.map(({ user, outcome }) => [user.id, outcome]).toReversed()).toEqual([
    [idOf(company), 'signed_up'],
    [idOf(colleague), 'signed_in'],
  ])
})
