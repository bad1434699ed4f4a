import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { prerenderedSite } from './web/build/prerender.ts'
import { withoutSchemas } from './web/build/without-schemas.ts'

const root = import.meta.dirname

export default defineConfig({
  root,
  plugins: [react(), withoutSchemas(root), prerenderedSite(root)],
  build: {
    outDir: 'dist/web',
    emptyOutDir: true,
    target: 'baseline-widely-available',
    // The reader of PDFs is that large, and loaded by whoever looks at one.
    chunkSizeWarningLimit: 1300,
    // Everything that is served lies in a file of its own: the security policy allows no inline data.
    assetsInlineLimit: 0,
    rolldownOptions: { input: { app: `${root}/app.html`, site: `${root}/web/site/site.ts` } },
  },
})
