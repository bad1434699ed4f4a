import { availableParallelism } from 'node:os'
import react from '@vitejs/plugin-react'
import { configDefaults, defineConfig } from 'vitest/config'
import { longTests } from './testing/long-tests.ts'
import { LongestFirst } from './testing/longest-first.ts'
import { isEndOfJobWithoutDatabase, UnhandledErrors } from './testing/unhandled-errors.ts'

const root = import.meta.dirname
/** Where `npm test` wants its reports; a run by hand writes none. */
const reports = process.env['LADING_TEST_REPORTS']
/** Whether `npm run check` runs them, which leaves out the long ones. */
const isQuick = process.env['LADING_QUICK_TESTS'] === '1'

export default defineConfig({
  test: {
    // Files run side by side and share the cores with PostgreSQL; a slow machine is no failure.
    pool: 'forks',
    // One more than there are cores: while one file waits for LibreOffice or a killed process, the others go on.
    maxWorkers: availableParallelism() + 1,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    sequence: { sequencer: LongestFirst },
    ...(reports && {
      reporters: ['default', 'json', new UnhandledErrors(`${reports}/unhandled.json`)],
      outputFile: { json: `${reports}/units.json` },
    }),
    onUnhandledError: error => !isEndOfJobWithoutDatabase(error),
    projects: [
      {
        test: {
          name: 'node',
          root,
          environment: 'node',
          // The whole server is loaded once for each worker and not once for each file: half of the work.
          isolate: false,
          // What one test replaces is no business of the next, nor of the next file.
          restoreMocks: true,
          unstubEnvs: true,
          unstubGlobals: true,
          include: ['{contract,server,testing,scripts,benchmarks}/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...(isQuick ? longTests : [])],
          globalSetup: [`${root}/testing/global-setup.ts`],
          setupFiles: [`${root}/testing/problem-equality.ts`],
        },
      },
      {
        test: {
          name: 'web-logic',
          root,
          environment: 'node',
          isolate: false,
          include: ['web/**/*.test.ts'],
          setupFiles: [`${root}/testing/own-modules.ts`],
        },
      },
      {
        plugins: [react()],
        test: {
          name: 'web',
          root,
          environment: 'jsdom',
          // Intervals go on: components that are drawn for one test alone wait for them.
          fakeTimers: { toFake: ['setTimeout', 'clearTimeout', 'Date'] },
          isolate: false,
          include: ['web/**/*.test.tsx'],
          setupFiles: [`${root}/testing/own-modules.ts`, `${root}/testing/web-setup.ts`],
        },
      },
    ],
  },
})
