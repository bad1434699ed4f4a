import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

const root = import.meta.dirname

export default defineConfig({
  test: {
    // Files run side by side and share the cores with PostgreSQL; a slow machine is no failure.
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    projects: [
      {
        test: {
          name: 'node',
          root,
          environment: 'node',
          include: ['{contract,server,testing,scripts,benchmarks,web}/**/*.test.ts'],
          globalSetup: [`${root}/testing/global-setup.ts`],
        },
      },
      {
        plugins: [react()],
        test: {
          name: 'web',
          root,
          environment: 'jsdom',
          include: ['web/**/*.test.tsx'],
          setupFiles: [`${root}/testing/web-setup.ts`],
        },
      },
    ],
  },
})
