import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { firstVisit, firstVisitFiles } from './web/build/first-visit.ts'
import { prerenderedSite } from './web/build/prerender.ts'
import { withoutSchemas } from './web/build/without-schemas.ts'

const root = import.meta.dirname

export default defineConfig({
  root,
  plugins: [react(), withoutSchemas(root), prerenderedSite(root), firstVisit(root)],
  build: {
    outDir: 'dist/web',
    emptyOutDir: true,
    target: 'baseline-widely-available',
    // The reader of PDFs is that large, and loaded by whoever looks at one.
    chunkSizeWarningLimit: 1300,
    modulePreload: { polyfill: false },
    // Everything that is served lies in a file of its own: the security policy allows no inline data.
    assetsInlineLimit: 0,
    rolldownOptions: {
      // How long a plugin took on a busy machine is nothing for the log of a server that builds its pages.
      checks: { bundlerTimings: false },
      input: { app: `${root}/app.html`, site: `${root}/web/site/site.ts` },
      output: { codeSplitting: { groups: firstVisitFiles(root) } },
    },
  },
})
