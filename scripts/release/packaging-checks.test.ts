import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parseDocument } from 'yaml'
import { z } from 'zod'
import {
  checkCaddyfile,
  checkDockerfile,
  checkUnits,
  hasCaddy,
  hasSystemd,
} from '#testing/packaging-checks.ts'
import { root } from '#testing/step.ts'

const folder = join(root, 'packaging')
const units = join(folder, 'systemd')
const caddyfile = join(folder, 'Caddyfile')
const read = (name: string) => readFile(join(folder, name), 'utf8')

// Where one is missing its tests are not made, so that none counts as skipped; npm test says so (scripts/test.ts).
if (hasSystemd)
  test('systemd finds nothing wrong with the units, and finds what is', async () => {
    expect(await checkUnits(units)).toBe('')
    const misspelt = await checkUnits(units, unit => unit.replace('ProtectSystem=', 'ProtectSytem='))
    expect(misspelt).toContain("Unknown key 'ProtectSytem' in section [Service]")
    const never = await checkUnits(units, unit =>
      unit.replace('OnCalendar=*-*-* 02:30:00', 'OnCalendar=each night'),
    )
    expect(never).toContain('Failed to parse calendar specification')
  }, 120_000)

if (hasCaddy)
  test('Caddy finds nothing wrong with its file, and finds what is', async () => {
    expect(await checkCaddyfile(caddyfile)).toBe('')
    const misspelt = await checkCaddyfile(caddyfile, text => text.replace('health_uri', 'health_url'))
    expect(misspelt).toContain('unrecognized subdirective health_url')
  }, 120_000)

test('a parser of Dockerfiles finds nothing wrong with ours, and finds what is', async () => {
  const compose = z
    .object({
      services: z.object({ pgbouncer: z.object({ build: z.object({ dockerfile_inline: z.string() }) }) }),
    })
    .parse(parseDocument(await read('compose.yaml'), { merge: true }).toJS())
  const dockerfile = await read('Dockerfile')
  expect(await checkDockerfile(dockerfile)).toEqual([])
  expect(await checkDockerfile(compose.services.pgbouncer.build.dockerfile_inline)).toEqual([])
  const broken = dockerfile.replace('STOPSIGNAL', 'STOPSIGNL').replace('EXPOSE 3000', 'EXPOSE')
  const findings = await checkDockerfile(broken)
  expect(findings).toEqual(['26: Instruction has no arguments', '28: Unknown instruction: STOPSIGNL'])
}, 120_000)

const names = z.array(z.string().min(1)).min(1)
const seconds = z.string().regex(/^\d+s$/)
const service = z.strictObject({
  image: z.string().optional(),
  build: z
    .union([
      z.strictObject({ context: z.string(), dockerfile: z.string() }),
      z.strictObject({ dockerfile_inline: z.string() }),
    ])
    .optional(),
  init: z.boolean().optional(),
  read_only: z.boolean().optional(),
  tmpfs: names.optional(),
  cap_drop: names.optional(),
  restart: z.enum(['no', 'always', 'on-failure', 'unless-stopped']).optional(),
  networks: names.optional(),
  security_opt: names.optional(),
  // Numbers and booleans stand in quotation marks, or Compose would read something else than a text.
  environment: z.record(z.string().regex(/^[A-Z][A-Z0-9_]*$/), z.string()).optional(),
  entrypoint: names.optional(),
  command: names.optional(),
  ports: z.array(z.string().regex(/^\d+:\d+(\/udp)?$/)).optional(),
  volumes: z.array(z.string().regex(/^[./\w-]+:\/[\w./-]+(:ro)?$/)).optional(),
  depends_on: z
    .record(
      z.string(),
      z.strictObject({
        condition: z.enum(['service_started', 'service_healthy', 'service_completed_successfully']),
      }),
    )
    .optional(),
  secrets: names.optional(),
  healthcheck: z
    .union([
      z.strictObject({ disable: z.literal(true) }),
      z.strictObject({ test: names, interval: seconds.optional() }),
    ])
    .optional(),
  shm_size: z.string().optional(),
  stop_signal: z.string().startsWith('SIG').optional(),
  stop_grace_period: seconds.optional(),
})
const composeFile = z
  .object({
    name: z.string(),
    services: z.record(z.string(), service),
    networks: z.record(
      z.string(),
      z
        .strictObject({ ipam: z.strictObject({ config: z.array(z.strictObject({ subnet: z.string() })) }) })
        .nullable(),
    ),
    volumes: z.record(z.string(), z.null()),
    secrets: z.record(z.string(), z.strictObject({ file: z.string() })),
  })
  // Beside these, what begins with x- is for anchors alone.
  .catchall(z.unknown())

function checkCompose(text: string): string[] {
  const document = parseDocument(text, { merge: true, uniqueKeys: true })
  const parsed = composeFile.safeParse(document.toJS())
  const others = Object.keys(parsed.data ?? {}).filter(
    name => !(name in composeFile.shape) && !name.startsWith('x-'),
  )
  return [
    ...[...document.errors, ...document.warnings].map(({ message }) => message),
    ...(parsed.error?.issues ?? []).map(({ path, message }) => `${path.join('.')}: ${message}`),
    ...others,
  ]
}

test('compose.yaml has nothing that Compose does not know, and what it would not know is found', async () => {
  const text = await read('compose.yaml')
  expect(checkCompose(text)).toEqual([])
  for (const [from, to] of [
    ['read_only: true', 'readonly: true'],
    ['condition: service_healthy', 'condition: healthy'],
    ['METRICS_PORT: "9464"', 'METRICS_PORT: 9464'],
    ['restart: unless-stopped', 'restart: sometimes'],
    ['\nvolumes:', '\nvolume:'],
  ] as const) {
    expect(text).toContain(from)
    expect([to, checkCompose(text.replace(from, to)).length > 0]).toEqual([to, true])
  }
})
