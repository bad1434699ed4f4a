import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { prerenderedSite } from './web/site/prerender.ts'

const root = import.meta.dirname

export default defineConfig({
  root,
  plugins: [react(), prerenderedSite(root)],
  build: {
    outDir: 'dist/web',
    emptyOutDir: true,
    target: 'baseline-widely-available',
    rolldownOptions: { input: { app: `${root}/app.html`, site: `${root}/web/site/site.ts` } },
  },
})
