import { beforeAll, expect, test } from 'vitest'
import { type Problem, problem } from '#contract/errors.ts'
import { may } from '#contract/permissions.ts'
import { endpoints } from '#testing/endpoints.ts'
import { buildColleague, buildCompany, send, type Caller } from '#testing/factories.ts'
import { recordsOf } from '#testing/fuzz/company-records.ts'
import { attemptsFor, type Attempt, type IdOf } from '#testing/fuzz/requests.ts'
import { validInput } from '#testing/fuzz/valid-input.ts'
import { testCompany } from '#testing/test-company.ts'

/** `npm run test:fuzz`: every field meets every value; otherwise a part of them that covers both. */
const isComplete = process.env['LADING_FUZZ'] === 'complete'
const AT_ONCE = 8

const { product, company } = testCompany({
  withoutOffice: true,
  // Eight calls at once on a busy machine: what is looked for is what they are answered, and not how soon.
  database: {
    through: async url => url,
    patience: { connect: 60_000, answer: 60_000, silence: { unheard: 60_000, unanswered: 60_000 } },
  },
})
let idOf: IdOf

beforeAll(async () => {
  idOf = await recordsOf(product, company)
})

const nameOf = ({ endpoint, what }: Attempt) => `${endpoint.method} ${endpoint.path}, ${what}`

// What this test's product lacks on purpose: nothing is wrong with the call.
const isMissingPart = (status: number, detail: string) =>
  status === 503 && /LibreOffice|no mail server/i.test(detail)

const sendAs = ({ token }: Caller, { request }: Attempt) =>
  send(product, { ...request, headers: { authorization: `Bearer ${token}`, ...request.headers } })

/** Calls to the same job at once may stand in each other's way: they are tried again, as the answer says. */
async function sendAgainAs(caller: Caller, attempt: Attempt) {
  for (let tries = 0; ; tries += 1) {
    const reply = await sendAs(caller, attempt)
    const { detail } = (reply.body ?? {}) as Partial<Problem>
    if (tries === 3 || reply.status !== 503 || !detail?.startsWith('Two changes were made at once'))
      return reply
  }
}

/** What is wrong with the answer; undefined: nothing. */
async function faultOf(attempt: Attempt): Promise<string | undefined> {
  const { status, body, headers } = await sendAgainAs(company, attempt)
  const fault = (why: string) => `${nameOf(attempt)}: ${status} ${why} ${JSON.stringify(body)?.slice(0, 300)}`
  if (status < 300) return undefined
  const said = problem.safeParse(body)
  if (status < 400 || !said.success) return fault('is no problem')
  if (!String(headers['content-type']).startsWith('application/problem+json'))
    return fault('has the wrong content type')
  if (said.data.status !== status || said.data.detail.trim() === '') return fault('does not say why')
  if (status === 401) return fault('has lost its sign-in, so that nothing was tried')
  if (status >= 500 && !isMissingPart(status, said.data.detail)) return fault('is a failure')
  return undefined
}

async function faultsOf(attempts: readonly Attempt[], check = faultOf): Promise<string[]> {
  const faults: string[] = []
  const waiting = attempts.values()
  const work = async () => {
    for (const attempt of waiting) {
      const fault = await check(attempt)
      if (fault) faults.push(fault)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return faults
}

// Deletes last: the calls before them name records that are there.
const inOrder = endpoints.toSorted(
  (one, other) => Number(one.method === 'DELETE') - Number(other.method === 'DELETE'),
)

test('a valid input is found for every call of the contract', () => {
  for (const endpoint of endpoints)
    for (const part of ['params', 'query', 'body'] as const) {
      const schema = endpoint[part]
      const input = schema && validInput(schema, field => idOf(field, endpoint))
      if (schema)
        expect(
          schema.safeParse(input).success,
          `${endpoint.method} ${endpoint.path} ${part}: ${JSON.stringify(input)}`,
        ).toBe(true)
    }
})

test(
  'no call fails for what it is sent, and every refusal says why',
  async () => {
    const began = performance.now()
    const attempts = inOrder.flatMap(endpoint => attemptsFor(endpoint, idOf, isComplete))
    const faults = await faultsOf(attempts)
    console.log(
      `${attempts.length} requests to ${endpoints.length} calls in ${Math.round((performance.now() - began) / 1000)} s.`,
    )
    expect(faults).toEqual([])
  },
  isComplete ? 3_600_000 : 600_000,
)

test('who has not signed in is told so, whatever they send', async () => {
  const attempts = endpoints
    .filter(({ access }) => access !== 'public')
    .flatMap(endpoint => attemptsFor(endpoint, idOf, false))
    .filter(({ what }) => /^(body:|header|as it)/.test(what))
  const faults = await faultsOf(attempts, async attempt => {
    const { status, body } = await send(product, attempt.request)
    return status === 401 ? undefined : `${nameOf(attempt)}: ${status} ${JSON.stringify(body).slice(0, 300)}`
  })
  expect(faults).toEqual([])
})

test('who may not make a call is told so, whatever they send', async () => {
  // Not of the company above, whose roles were changed by then.
  const viewer = await buildColleague(product, await buildCompany(product), 'viewer')
  const closed = endpoints.filter(
    ({ access }) => access !== 'public' && access !== 'identity' && !may('viewer', access),
  )
  const attempts = closed
    .flatMap(endpoint => attemptsFor(endpoint, idOf, false))
    // An address that cannot be read belongs to no call; of the fields one fault each is enough.
    .filter(({ what }) => !/^params|^body\.(?!.*: NUL$)/.test(what))
  const faults = await faultsOf(attempts, async attempt => {
    const { status, body } = await sendAs(viewer, attempt)
    const isRefused = status === 403 && (body as Problem).code === 'not_allowed'
    return isRefused ? undefined : `${nameOf(attempt)}: ${status} ${JSON.stringify(body).slice(0, 300)}`
  })
  expect(faults).toEqual([])
}, 600_000)

test('what was kept meanwhile can be read', async () => {
  const lists = endpoints.filter(({ method, params }) => method === 'GET' && !params)
  expect(await faultsOf(lists.flatMap(endpoint => attemptsFor(endpoint, idOf, false).slice(-1)))).toEqual([])
})
