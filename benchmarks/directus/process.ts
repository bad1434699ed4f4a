import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Server } from '#benchmarks/same-answers.ts'

const admin = { email: 'admin@example.com', password: 'an admin of the comparison' }
const staff = { email: 'staff@example.com', password: 'staff of the comparison' }
const PORT = 8101
const URL_OF = `http://127.0.0.1:${PORT}`

function environment(databaseUrl: string): NodeJS.ProcessEnv {
  const { hostname, port, pathname, username, password } = new URL(databaseUrl)
  return {
    ...process.env,
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PORT: String(PORT),
    PUBLIC_URL: URL_OF,
    DB_CLIENT: 'pg',
    DB_HOST: hostname,
    DB_PORT: port,
    DB_DATABASE: pathname.slice(1),
    DB_USER: decodeURIComponent(username),
    DB_PASSWORD: decodeURIComponent(password),
    DB_POOL__MIN: '2',
    DB_POOL__MAX: '10',
    SECRET: 'of the comparison alone',
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
    TELEMETRY: 'false',
    ACCESS_TOKEN_TTL: '1d',
    LOG_LEVEL: 'warn',
    // Under load it would answer 503.
    PRESSURE_LIMITER_ENABLED: 'false',
  }
}

/** Starts the Directus that is installed in `folder` on these tables, and signs in as a member of staff. */
export async function startDirectus(
  folder: string,
  databaseUrl: string,
): Promise<Server & { pid: number; stop(): Promise<void> }> {
  const env = environment(databaseUrl)
  const run = (command: string) =>
    spawn(process.execPath, [join(folder, 'node_modules/directus/cli.js'), command], {
      cwd: folder,
      env,
      stdio: ['ignore', 'ignore', 'inherit'],
    })
  const exit = await new Promise(resolve => run('bootstrap').once('exit', resolve))
  if (exit !== 0) throw new Error('Directus could not set its tables up.')
  const child = run('start')
  const ended = new Promise(resolve => child.once('exit', resolve))
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
  }
  try {
    for (let tries = 0; !(await isReady()); tries += 1) {
      if (child.exitCode !== null || tries > 600) throw new Error('Directus did not start.')
      await pause(100)
    }
    await setUp()
    const { access_token: token } = await call<{ access_token: string }>('POST', '/auth/login', staff)
    return { url: URL_OF, headers: { authorization: `Bearer ${token}` }, pid: child.pid ?? 0, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

const isReady = () =>
  fetch(`${URL_OF}/server/ping`).then(
    ({ ok }) => ok,
    () => false,
  )

async function call<Data>(method: string, path: string, body: unknown, token?: string): Promise<Data> {
  const reply = await fetch(URL_OF + path, {
    method,
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  })
  const text = await reply.text()
  if (!reply.ok) throw new Error(`${method} ${path} was answered ${reply.status}: ${text}`)
  return (text === '' ? null : (JSON.parse(text) as { data: Data }).data) as Data
}

const tables = ['ports', 'organisations', 'contacts', 'quotes', 'jobs', 'job_parties', 'items']

/** Which column of which table names a row of which other, and what the rows that name it are called there. */
const relations: [table: string, column: string, other: string, back: string | null][] = [
  ['contacts', 'organisation', 'organisations', 'contacts'],
  ['quotes', 'loading_port', 'ports', null],
  ['quotes', 'via_port', 'ports', null],
  ['quotes', 'discharge_port', 'ports', null],
  ['quotes', 'destination_port', 'ports', null],
  ['jobs', 'quote', 'quotes', null],
  ['job_parties', 'job', 'jobs', 'parties'],
  ['job_parties', 'organisation', 'organisations', null],
  ['items', 'job', 'jobs', 'items'],
]

/** Tells Directus of the tables, and lets staff read and write them. */
async function setUp(): Promise<void> {
  const { access_token: token } = await call<{ access_token: string }>('POST', '/auth/login', admin)
  const as = <Data>(method: string, path: string, body: unknown) => call<Data>(method, path, body, token)
  for (const table of tables) {
    await as('PATCH', `/collections/${table}`, { meta: { hidden: false } })
    await as('PATCH', `/fields/${table}/id`, {
      meta: { special: ['uuid'], interface: 'input', readonly: true },
    })
  }
  for (const [table, column, other, back] of relations) {
    await as('PATCH', `/fields/${table}/${column}`, {
      meta: { special: ['m2o'], interface: 'select-dropdown-m2o' },
    })
    if (back) {
      const meta = { special: ['o2m'], interface: 'list-o2m' }
      await as('POST', `/fields/${other}`, { field: back, type: 'alias', meta })
    }
    const meta = { one_field: back }
    await as('PATCH', `/relations/${table}/${column}`, {
      collection: table,
      field: column,
      related_collection: other,
      meta,
    })
  }
  const policy = await as<{ id: string }>('POST', '/policies', {
    name: 'Staff',
    app_access: true,
    admin_access: false,
  })
  const role = await as<{ id: string }>('POST', '/roles', { name: 'Staff' })
  await as('POST', '/access', { role: role.id, policy: policy.id })
  const allowed = tables.flatMap(collection =>
    ['create', 'read', 'update', 'delete'].map(action => ({
      ...{ policy: policy.id, collection, action, fields: ['*'], permissions: null, validation: null },
    })),
  )
  await as('POST', '/permissions', allowed)
  await as('POST', '/users', { ...staff, role: role.id, status: 'active' })
}
