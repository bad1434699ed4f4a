import { type Plugin, runnerImport } from 'vite'

type Pages = {
  renderPages: (assets: { script: string; style: string; icon: string }) => Record<string, string>
}

/** The public pages as plain HTML files: their React runs here, at build time, and never in a browser. */
export function prerenderedSite(root: string): Plugin {
  return {
    name: 'lading:prerendered-site',
    apply: 'build',
    async generateBundle(_options, bundle) {
      const outputs = Object.values(bundle)
      const script = outputs.find(one => one.type === 'chunk' && one.isEntry && one.name === 'site')
      const asset = (name: RegExp) =>
        outputs.find(one => one.type === 'asset' && name.test(one.fileName))?.fileName
      const style = asset(/site-[^/]*\.css$/)
      const icon = asset(/icon-[^/]*\.svg$/)
      if (!script || !style || !icon)
        throw new Error('The build made no script, style or icon for the public site.')
      const { module } = await runnerImport<Pages>(`${root}/web/site/pages.tsx`, { root, configFile: false })
      const pages = module.renderPages({
        script: `/${script.fileName}`,
        style: `/${style}`,
        icon: `/${icon}`,
      })
      for (const [fileName, source] of Object.entries(pages)) {
        this.emitFile({ type: 'asset', fileName: fileName, source })
      }
    },
  }
}
