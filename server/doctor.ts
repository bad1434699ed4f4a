import { parseArgs } from 'node:util'
import { examine } from './doctor/examine.ts'
import { isHealthy, page } from './doctor/report.ts'
import { startFailure } from './start-failure.ts'

/**
 * npm run doctor [-- --files] [-- --accept-store]: says on one page what is right and what is wrong, beside a running
 * server or without one. `--files` compares every file with every row; `--accept-store` makes the file store the
 * database's from now on. Ends with 1 where something is wrong.
 */
try {
  const { values } = parseArgs({
    options: {
      files: { type: 'boolean', default: false },
      'accept-store': { type: 'boolean', default: false },
    },
  })
  const sections = await examine(process.env, {
    comparesFiles: values.files,
    acceptsStore: values['accept-store'],
  })
  process.stdout.write(`${page(sections)}\n`)
  process.exitCode = isHealthy(sections) ? 0 : 1
} catch (error) {
  process.stdout.write(`${startFailure(error)}\n`)
  process.exitCode = 1
}
