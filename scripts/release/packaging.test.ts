import { execFile } from 'node:child_process'
import { copyFile, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { configurationVariables } from '#server/configuration-variables.ts'
import { readConfig } from '#server/config.ts'
import { secretNames } from '#server/settings/secrets.ts'
import { makeTemporaryFolder } from '#testing/temporary-folder.ts'
import { root } from '#testing/step.ts'
import { releasedCommands } from './contents.ts'

type Service = {
  image?: string
  build?: object
  command?: string[]
  read_only?: boolean
  cap_drop?: string[]
  security_opt?: string[]
  environment?: Record<string, string>
  secrets?: string[]
  volumes?: string[]
  networks?: string[]
  depends_on?: Record<string, { condition: string }>
}
type Compose = {
  services: Record<string, Service>
  volumes: Record<string, null>
  networks: Record<string, { ipam?: { config: { subnet: string }[] } } | null>
  secrets: Record<string, { file: string }>
}

const folder = join(root, 'packaging')
const read = (name: string) => readFile(join(folder, name), 'utf8')
const compose = parse(await read('compose.yaml'), { merge: true }) as Compose
const services = Object.entries(compose.services)
const ours = services.filter(([, { image }]) => image?.startsWith('lading:'))
const dockerfile = (await read('Dockerfile')).replaceAll('\\\n', ' ').split('\n')
const instructions = (name: string) =>
  dockerfile.filter(line => line.startsWith(`${name} `)).map(line => line.slice(name.length + 1).trim())
const units = (await readdir(join(folder, 'systemd'))).filter(name => name.endsWith('.service'))

const PINNED = /^[a-z0-9/.-]+:[\w.-]*\d[\w.-]*(@sha256:[0-9a-f]{64})?$/
const settings = new Set([
  ...Object.keys(configurationVariables.shape),
  ...secretNames(configurationVariables.shape).map(name => `${name}_FILE`),
])
const lastOf = <Value>(list: readonly Value[]) => list.at(-1)

test('images are named by a version, not by what is newest', () => {
  const stages = instructions('FROM').map(line => line.split(' ')[0] ?? '')
  const images = services.flatMap(([, { image }]) => (image && !image.startsWith('lading:') ? [image] : []))
  expect(images.length).toBeGreaterThan(3)
  expect([...stages, ...images].filter(image => !PINNED.test(image))).toEqual([])
  expect(PINNED.test('caddy:latest') || PINNED.test('caddy')).toBe(false)
})

test('the image runs a command of the release as an ordinary user who can be stopped and asked', async () => {
  expect(lastOf(instructions('USER'))).toMatch(/^[1-9]\d{3,}:[1-9]\d{3,}$/)
  expect(instructions('STOPSIGNAL')).toEqual(['SIGTERM'])
  expect(instructions('HEALTHCHECK')[0]).toContain('CMD ["/opt/lading/lading", "health"]')
  expect(instructions('ENTRYPOINT')).toEqual(['["/opt/lading/lading"]'])
  const [start] = JSON.parse(instructions('CMD')[0] ?? '[]') as string[]
  expect([...(await releasedCommands()).keys()]).toContain(start)
  expect(instructions('COPY').at(-1)).toMatch(/^--from=build --chown=root:root /)
  expect(instructions('ADD')).toEqual([])
  const set =
    instructions('ENV')
      .join(' ')
      .match(/[A-Z_]+(?==)/g) ?? []
  expect(set.filter(name => !settings.has(name))).toEqual([])
  expect(instructions('ENV')[0]).toContain(`PORT=${instructions('EXPOSE')[0]}`)
})

test('every name in compose.yaml is declared', () => {
  const undeclared = services.flatMap(([name, service]) => [
    ...(service.secrets ?? []).filter(secret => !compose.secrets[secret]).map(secret => `${name}: ${secret}`),
    ...(service.networks ?? []).filter(one => !(one in compose.networks)).map(one => `${name}: ${one}`),
    ...Object.keys(service.depends_on ?? {})
      .filter(other => !compose.services[other])
      .map(other => `${name}: ${other}`),
    ...(service.volumes ?? [])
      .map(volume => volume.split(':')[0] ?? '')
      .filter(source => !source.startsWith('./') && !(source in compose.volumes))
      .map(source => `${name}: ${source}`),
    ...Object.values(service.environment ?? {})
      .filter(value => value.startsWith('/run/secrets/'))
      .filter(path => !service.secrets?.includes(path.slice('/run/secrets/'.length)))
      .map(path => `${name}: ${path}`),
  ])
  expect(undeclared).toEqual([])
})

test('its containers of Lading can change nothing but their data, and gain no rights', async () => {
  const commands = await releasedCommands()
  expect(ours.map(([name]) => name)).toEqual(['server-1', 'server-2', 'migrate', 'worker'])
  for (const [, service] of ours) {
    expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'] })
    expect(service.security_opt).toContain('no-new-privileges:true')
    if (service.command) expect([...commands.keys()]).toContain(service.command[0])
  }
})

const secretValues: Record<string, string> = {
  LADING_KEY: 'k'.repeat(48),
  S3_ACCESS_KEY_ID: 'key',
  S3_SECRET_ACCESS_KEY: 'secret',
}
const valueOf = (name: string, value: string) =>
  name.endsWith('_FILE')
    ? [
        name.slice(0, -5),
        secretValues[name.slice(0, -5)] ?? 'postgresql://user:password@pgbouncer:6432/lading',
      ]
    : [
        name,
        value.startsWith('${PUBLIC_URL') ? 'https://lading.example.com' : value.replace(/^\$\{\w+:-\}$/, ''),
      ]

test('the settings that it gives to servers and workers are settings, and agree with each other', () => {
  for (const [, { environment = {} }] of ours) {
    expect(Object.keys(environment).filter(name => !settings.has(name))).toEqual([])
    readConfig(Object.fromEntries(Object.entries(environment).map(([name, value]) => valueOf(name, value))))
  }
})

test('ports and addresses agree', async () => {
  const { caddy, worker, 'server-1': server } = compose.services
  const port = instructions('EXPOSE')[0]
  expect(caddy?.environment?.['LADING_SERVERS']).toBe(`server-1:${port} server-2:${port}`)
  expect(server?.environment?.['PDF_WORKERS']).toBe(`http://worker:${worker?.environment?.['WORKER_PORT']}`)
  expect(server?.environment?.['TRUSTED_PROXIES']).toBe(compose.networks['inside']?.ipam?.config[0]?.subnet)
  const pooler = await read('pgbouncer.ini')
  expect(pooler).toContain('listen_port = 6432')
  expect(pooler).toContain('pool_mode = transaction')
})

test('make-secrets.sh writes what compose.yaml mounts, once', async () => {
  const place = await makeTemporaryFolder('lading-secrets-')
  try {
    await copyFile(join(folder, 'make-secrets.sh'), join(place, 'make-secrets.sh'))
    const run = () => promisify(execFile)('sh', [join(place, 'make-secrets.sh')])
    await run()
    const written = await readdir(join(place, 'secrets'))
    const mounted = Object.values(compose.secrets).map(({ file }) => file.replace('./secrets/', ''))
    expect(written.toSorted()).toEqual([...mounted, 'create-logins.sql'].toSorted())
    const url = await readFile(join(place, 'secrets/database-url'), 'utf8')
    const { username, password, host } = new URL(url)
    expect(host).toBe('pgbouncer:6432')
    const users = await readFile(join(place, 'secrets/pgbouncer-users'), 'utf8')
    expect(users).toContain(`"${username}" "${password}"`)
    await expect(run()).rejects.toThrow('is there already')
    expect(await readFile(join(place, 'secrets/database-url'), 'utf8')).toBe(url)
  } finally {
    await rm(place, { recursive: true, force: true })
  }
})

test.each(units)('%s runs a command of the release, as a user, in what it may write', async name => {
  const unit = await read(join('systemd', name))
  const [, command] = /^ExecStart=\/opt\/lading\/lading (\S+)/m.exec(unit) ?? []
  expect([...(await releasedCommands()).keys()]).toContain(command)
  for (const line of ['User=lading', 'NoNewPrivileges=yes', 'ProtectSystem=strict', 'StateDirectory=lading'])
    expect(unit).toContain(`\n${line}\n`)
  // Node and LibreOffice's sandbox do not work with these.
  expect(unit).not.toMatch(/^(MemoryDenyWriteExecute|RestrictNamespaces|PrivateUsers|SystemCallFilter)=/m)
  const set = [...unit.matchAll(/^Environment=(.+)$/gm)].flatMap(([, list = '']) =>
    list.split(' ').map(pair => pair.split('=')[0] ?? ''),
  )
  expect(set.filter(variable => !settings.has(variable))).toEqual([])
})
