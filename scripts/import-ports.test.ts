import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { worldPortId, worldPorts } from '#server/ports/world-ports.ts'
import { borrowDatabase, type BorrowedDatabase } from '#testing/database.ts'
import { runStep } from '#testing/step.ts'

const shippedCount = worldPorts().length
let database: BorrowedDatabase
let client: Client
let folder: string

beforeAll(async () => {
  database = await borrowDatabase()
  client = new Client({ connectionString: database.ownerUrl })
  await client.connect()
  folder = await mkdtemp(join(tmpdir(), 'lading ports '))
})

afterAll(async () => {
  await client.end()
  await database.release()
  await rm(folder, { recursive: true, force: true })
})

async function part(name: string, lines: string[]): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, lines.join('\r\n'), 'latin1')
  return path
}

function importPorts(...files: string[]) {
  return runStep('node', ['scripts/import-ports.ts', ...files], {
    quiet: true,
    env: { DATABASE_URL: database.ownerUrl, DATABASE_MIGRATION_URL: '' },
  })
}

async function stored(code: string) {
  const { rows } = await client.query<Record<string, string>>(
    'select id, name, country_id, functions from world_ports where code = $1',
    [code],
  )
  return rows[0]
}

const first = [
  ',"GB",,".UNITED KINGDOM",,,,,,,,',
  ',"GB","FXT","Felixstowe Haven","Felixstowe Haven","SFK","1-3-----","AF","9601",,,',
  ',"GB","ZZ9","Ærøhavn","Aerohavn","SFK","1-------","RL","2401",,,',
  ',"GB","ZZ9","Other name","Other name","SFK","1-------","RL","2401",,,',
  '"=","GB","","Old = New","Old = New",,,,,,,',
  ',"GB","ZZ8"',
]
const second = [',"SE","ZZ7","Småhamn","Smahamn",,"---4-6--","RL","2401",,,']

test('a release is imported once, told in counts, and brings what changed when it is imported again', async () => {
  const files = [await part('Part 1.csv', first), await part('Part 2.csv', second)]

  const once = await importPorts(...files)
  expect(once.output).toContain(`${files[0]}, line 6: it has 3 columns instead of 12; left out.`)
  expect(once.output).toContain(
    'Ports: 2 added, 0 changed, 1 the same already, 3 lines skipped (no port, airport or depot, or not a place of its own), 1 wrong lines left out.',
  )
  expect(once.ok).toBe(false)
  expect(await stored('GBZZ9')).toEqual({
    id: worldPortId('GBZZ9'),
    name: 'Aerohavn',
    country_id: 'GB',
    functions: '1',
  })
  expect(await stored('SEZZ7')).toMatchObject({ name: 'Smahamn', functions: '46' })
  expect(await stored('GBFXT')).toMatchObject({ name: 'Felixstowe', functions: '1' })
  const { rows } = await client.query<{ count: string }>('select count(*) from world_ports')
  expect(Number(rows[0]?.count)).toBe(shippedCount + 2)

  const changed = await part('Part 3.csv', [
    ',"SE","ZZ7","Storhamn","Storhamn",,"1--4----","RL","2401",,,',
    first[2] ?? '',
  ])
  const again = await importPorts(changed)
  expect(again.output).toContain('Ports: 0 added, 1 changed, 1 the same already, 0 lines skipped')
  expect(again.ok).toBe(true)
  expect(await stored('SEZZ7')).toMatchObject({ id: worldPortId('SEZZ7'), name: 'Storhamn', functions: '14' })
})

test('a file that is not there, or is no list, ends the import with its name and the reason', async () => {
  const missing = await importPorts(join(folder, 'nowhere.csv'))
  expect(missing.ok).toBe(false)
  expect(missing.output).toContain('nowhere.csv')
  expect(missing.output).toContain('ENOENT')

  const binary = join(folder, 'list.pdf')
  await writeFile(binary, Buffer.alloc(50_000, 65))
  const wrong = await importPorts(binary)
  expect(wrong.ok).toBe(false)
  expect(wrong.output).toContain(`${binary}: A line is longer`)
})

test('without a file it says how it is called', async () => {
  const result = await importPorts()
  expect(result.ok).toBe(false)
  expect(result.output).toContain('npm run import:ports -- CodeListPart1.csv')
})
