import { spawnSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { borrowDatabase } from '#testing/database.ts'
import { setup } from '#testing/global-setup.ts'
import { columnTypeOptions } from './column-types.ts'
import { dataModelPage } from './data-model.ts'

/**
 * npm run db:types: writes server/db/tables.ts and docs/data-model.md from a database with every migration applied;
 * with --verify, fails when one of them is not what the migrations make.
 */
const root = join(import.meta.dirname, '..')
const verify = process.argv.includes('--verify')
const end = await setup()
try {
  const database = await borrowDatabase()
  const hasTypes = checkTypes(database.ownerUrl)
  const hasPage = await checkPage(database.ownerUrl)
  await database.release()
  process.exitCode = hasTypes && hasPage ? 0 : 1
} finally {
  await end()
}

function checkTypes(ownerUrl: string): boolean {
  const { status } = spawnSync(
    process.execPath,
    [
      join(root, 'node_modules/kysely-codegen/dist/cli/bin.js'),
      ...columnTypeOptions,
      ...['--dialect', 'postgres', '--url', ownerUrl],
      ...['--date-parser', 'string', '--numeric-parser', 'number', '--type-mapping', '{"int8":"number"}'],
      ...[
        '--exclude-pattern',
        '{*.schema_migrations,graphile_worker.*}',
        '--out-file',
        join(root, 'server/db/tables.ts'),
      ],
      ...(verify ? ['--verify'] : []),
    ],
    { stdio: 'inherit' },
  )
  return status === 0
}

async function checkPage(ownerUrl: string): Promise<boolean> {
  const file = join(root, 'docs/data-model.md')
  const page = await dataModelPage(ownerUrl)
  if (!verify) {
    await writeFile(file, page)
    return true
  }
  const written = await readFile(file, 'utf8').catch(() => '')
  const isCurrent = written.replaceAll('\r\n', '\n') === page
  if (!isCurrent) console.error('docs/data-model.md is not what the migrations make: run npm run db:types.')
  return isCurrent
}
