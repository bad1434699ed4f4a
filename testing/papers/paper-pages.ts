import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { papersOf } from '#testing/seed/samples/sample-papers.ts'
import { samples } from '#testing/seed/samples/samples.ts'
import { root } from '#testing/step.ts'

/** Where `npm run sample-papers` puts the pictures of the pages, a folder for each sample job. */
export const pagesFolder = join(root, 'docs/images/papers')
export const pagesGuide = join(root, 'docs/papers.md')

/** “Shipper’s Letter of Instruction” as file names have it: `shippers-letter-of-instruction`. */
export const fileNameOf = (paper: string): string =>
  paper
    .toLowerCase()
    .replaceAll('’', '')
    .replaceAll(/[^a-z0-9]+/g, '-')

export const pageName = (paper: string, page: number): string => `${fileNameOf(paper)}-${page}.png`

/** How many pages of each paper of a sample there are pictures of, from the first without a gap. */
export async function countPages(key: string): Promise<Map<string, number>> {
  const names = new Set(await readdir(join(pagesFolder, key)))
  const sample = samples.find(one => one.key === key)
  return new Map(
    (sample ? papersOf(sample) : []).map(paper => {
      let pages = 0
      while (names.has(pageName(paper, pages + 1))) pages += 1
      return [paper, pages]
    }),
  )
}

/** The text of docs/papers.md: every page of every paper, by job. */
export async function guideToPapers(): Promise<string> {
  const parts: string[] = []
  for (const { key, title, job } of samples) {
    const papers = [...(await countPages(key))].map(([paper, pages]) => {
      const pictures = Array.from({ length: pages }, (_, index) => {
        const words = pages === 1 ? paper : `${paper}, page ${index + 1} of ${pages}`
        return `![${words}: ${title}](images/papers/${key}/${pageName(paper, index + 1)})`
      })
      return [`### ${paper}`, ...pictures].join('\n\n')
    })
    parts.push([`## ${title}`, `${job.name}.`, ...papers].join('\n\n'))
  }
  const links = samples.map(({ title }) => `- [${title}](#${anchorOf(title)})`).join('\n')
  return `${[head, links, ...parts].join('\n\n')}\n`
}

const head = `# Papers of the sample jobs

What the starter templates make of the five jobs that \`npm run seed -- --samples\` adds. The companies in them are invented.
\`npm run sample-papers\` makes all papers again, draws each page and writes this list.`

const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^a-z0-9 -]/g, '')
    .replaceAll(' ', '-')
