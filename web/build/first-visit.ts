import type { Plugin, Rolldown } from 'vite'
import { runnerImport } from 'vite'

type FirstPaint = { renderFirstPaint: () => string }
type Group = NonNullable<Rolldown.CodeSplittingGroup>

/**
 * Which modules go into one file. A file costs a journey to the server and back, and a browser makes six at a time: what
 * the first visit needs is in fewer. The kit changes when a dependency does, the frame with every version.
 */
export function firstVisitFiles(root: string): Group[] {
  const isOurs = (id: string) =>
    id.startsWith(`${root}/contract/`) ||
    (id.startsWith(`${root}/web/`) && !id.startsWith(`${root}/web/site/`))
  const isStyle = (id: string) => id.endsWith('.css')
  const isRuntime = (id: string) => id.includes('rolldown/runtime')
  return [
    { name: 'kit', test: isRuntime, priority: 7 },
    { name: 'early', test: id => id === `${root}/web/early.ts`, priority: 6 },
    { name: 'frame', test: id => isStyle(id) && !id.includes('/web/site/'), tags: ['$initial'], priority: 5 },
    { name: 'kit', test: id => id.includes('/node_modules/'), tags: ['$initial'], priority: 3 },
    { name: 'frame', test: isOurs, tags: ['$initial'], priority: 2 },
  ]
}

/**
 * Makes the page begin everything that the first visit needs at once: the early calls as soon as they are there; and
 * puts the frame into the page itself, to be seen before any script has come.
 */
export function firstVisit(root: string): Plugin {
  return {
    name: 'lading:first-visit',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle }) {
        const outputs = Object.values(bundle ?? {})
        const early = outputs.find(one => one.type === 'chunk' && one.name === 'early')
        if (!early) throw new Error('The build made no file of the early calls.')
        const { module } = await runnerImport<FirstPaint>(`${root}/web/shell/first-paint.tsx`, {
          root,
          configFile: false,
        })
        const marked = html.replace('<!--first-paint-->', () => module.renderFirstPaint())
        if (marked === html) throw new Error('app.html has no place for the first paint.')
        return {
          html: marked,
          tags: [
            {
              tag: 'script',
              attrs: { type: 'module', async: true, crossorigin: true, src: `/${early.fileName}` },
              injectTo: 'head',
            },
          ],
        }
      },
    },
  }
}
