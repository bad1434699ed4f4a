import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Plugin, runnerImport } from 'vite'

type Assets = { script: string; style: string; icon: string; font: string; pictures: Record<string, string> }
type Pages = { renderPages: (assets: Assets) => Record<string, string> }

/** The public pages as plain HTML files: their React runs here, at build time, and never in a browser. */
export function prerenderedSite(root: string): Plugin {
  return {
    name: 'lading:prerendered-site',
    apply: 'build',
    async generateBundle(_options, bundle) {
      const outputs = Object.values(bundle)
      const script = outputs.find(one => one.type === 'chunk' && one.isEntry && one.name === 'site')?.fileName
      const asset = (name: RegExp) =>
        outputs.find(one => one.type === 'asset' && name.test(one.fileName))?.fileName
      const style = asset(/site-[^/]*\.css$/)
      const icon = asset(/icon-[^/]*\.svg$/)
      const font = asset(/inter-latin-wght-normal-[^/]*\.woff2$/)
      if (!script || !style || !icon || !font)
        throw new Error('The build made no script, style, icon or font for the public site.')
      const folder = join(root, 'web/site/pictures')
      const pictures: Record<string, string> = {}
      for (const name of await readdir(folder)) {
        const picture = this.emitFile({ type: 'asset', name, source: await readFile(join(folder, name)) })
        pictures[name] = `/${this.getFileName(picture)}`
      }
      const { module } = await runnerImport<Pages>(`${root}/web/site/pages.tsx`, { root, configFile: false })
      const pages = module.renderPages({
        script: `/${script}`,
        style: `/${style}`,
        icon: `/${icon}`,
        font: `/${font}`,
        pictures,
      })
      for (const [fileName, source] of Object.entries(pages)) {
        this.emitFile({ type: 'asset', fileName, source })
      }
    },
  }
}
