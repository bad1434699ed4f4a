import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { borrowDatabase } from '#testing/database.ts'
import { setup } from '#testing/global-setup.ts'

/**
 * npm run db:types: writes server/db/tables.ts from a database with every migration applied;
 * with --verify, fails when the file is not what the migrations make.
 */
const root = join(import.meta.dirname, '..')
const end = await setup()
try {
  const database = await borrowDatabase()
  const { status } = spawnSync(
    process.execPath,
    [
      join(root, 'node_modules/kysely-codegen/dist/cli/bin.js'),
      ...['--dialect', 'postgres', '--url', database.ownerUrl],
      ...['--date-parser', 'string', '--numeric-parser', 'number', '--type-mapping', '{"int8":"number"}'],
      ...[
        '--exclude-pattern',
        '{*.schema_migrations,graphile_worker.*}',
        '--out-file',
        join(root, 'server/db/tables.ts'),
      ],
      ...process.argv.slice(2).filter(argument => argument === '--verify'),
    ],
    { stdio: 'inherit' },
  )
  await database.release()
  process.exitCode = status ?? 1
} finally {
  await end()
}
