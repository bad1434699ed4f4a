import { jobStatuses, labelOf, transportModes } from '#contract/choices.ts'
import { companyLines } from './csv-tables.ts'
import { escapeHtml, factList, link, PAGE_END, pageBeginning, section, table } from './html.ts'
import { partyFacts } from './job-facts.ts'
import { linkTo } from './places.ts'
import type { CompanyFacts, JobView } from './view-records.ts'

const headings = [
  'Job Id',
  'Name',
  'Status',
  'Consignee',
  'Shipper',
  'Mode',
  'From',
  'To',
  'ETD',
  'ETA',
] as const

/** Lists the jobs that hold every word of the search; the first ones are shown, and more when asked for. */
const script = `
const jobs = JSON.parse(document.getElementById('jobs').textContent)
const texts = jobs.map(job => job.join(' ').toLowerCase())
const headings = ${JSON.stringify(headings)}
const search = document.getElementById('search')
const body = document.getElementById('found')
const count = document.getElementById('count')
const more = document.getElementById('more')
const PAGE = 200
let found = []
let shown = 0
function show() {
  for (const job of found.slice(shown, shown + PAGE)) {
    const row = body.insertRow()
    headings.forEach((heading, column) => {
      const cell = row.insertCell()
      const text = String(job[column] ?? '')
      if (column < 2) {
        const link = document.createElement('a')
        link.href = 'jobs/' + job[0] + '.html'
        link.textContent = text || '(unnamed)'
        cell.append(link)
      } else cell.textContent = text
      if (cell.textContent) cell.dataset.label = heading
    })
  }
  shown = Math.min(found.length, shown + PAGE)
  more.hidden = shown === found.length
}
function look() {
  const words = search.value.toLowerCase().split(/\\s+/).filter(Boolean)
  found = jobs.filter((_, place) => words.every(word => texts[place].includes(word)))
  shown = 0
  body.replaceChildren()
  show()
  count.textContent = found.length + (found.length === 1 ? ' job' : ' jobs')
}
search.addEventListener('input', look)
more.addEventListener('click', show)
look()
`

/** What the list on the first page shows of a job, as one element of a JSON array, and further texts to search by. */
export function indexLine(view: JobView): string {
  const { job, ports } = view
  const parties = partyFacts(view).map(({ value }) => value)
  const [consignee, shipper, ...others] = parties
  const cells = [
    job.job_number,
    job.name ?? '',
    labelOf(jobStatuses, job.status),
    consignee,
    shipper,
    labelOf(transportModes, job['transport_mode'] as number | null),
    ports['loading_port_id'] ?? '',
    ports['destination_port_id'] ?? ports['discharge_port_id'] ?? '',
    job['etd'] ?? '',
    job['eta'] ?? '',
    [
      ...others,
      job['master_bl'],
      job['house_bl'],
      job['vessel_name'],
      job['voyage_number'],
      job['commodity'],
      job['igm'],
    ]
      .filter(Boolean)
      .join(' '),
  ]
  // Nothing in it can end the element that holds it.
  return JSON.stringify(cells).replaceAll('<', String.raw`\u003c`)
}

export type IndexPage = {
  facts: CompanyFacts
  exportedAt: Date
  jobCount: number
  templates: readonly { name: string; path: string }[]
  csvPaths: readonly string[]
  missing: readonly { path: string }[]
}

/** The first page, around the lines of the jobs: what comes before them and what comes after. */
export function indexPage(page: IndexPage): { before: string; after: string } {
  const { facts, exportedAt, jobCount, templates, csvPaths, missing } = page
  const lines = companyLines(facts)
  const company = lines.flatMap(({ table: name, cells: [label, value] }) =>
    name === 'company' ? [{ label: String(label), value: value ?? '' }] : [],
  )
  const people = lines
    .filter(({ table: name }) => name === 'people')
    .map(({ cells }) => cells.map(escapeHtml))
  const links = (paths: readonly { name: string; path: string }[]) =>
    paths.length === 0
      ? ''
      : `<ul>${paths.map(({ name, path }) => `<li>${link(linkTo(path), name)}</li>`).join('\n')}</ul>\n`
  const before = [
    pageBeginning({ title: facts.name, bar: `${escapeHtml(facts.name)} · Export`, script }),
    `<h1>${escapeHtml(facts.name)}</h1>\n`,
    `<p class="quiet">Exported on ${exportedAt.toISOString().slice(0, 16).replace('T', ' at ')} UTC. All times are UTC.</p>\n`,
    missing.length === 0
      ? ''
      : section(
          'Missing Files',
          `<p>The server did not have the content of these files when the company was exported:</p>
<ul>${missing.map(({ path }) => `<li>${escapeHtml(path)}</li>`).join('\n')}</ul>\n`,
        ),
    `<section>
<h2>Jobs</h2>
<div class="search"><label for="search">Search jobs</label>
<input type="search" id="search" autocomplete="off" placeholder="Number, name, party, port, bill of lading, vessel"></div>
<p class="quiet" id="count" role="status">${jobCount} ${jobCount === 1 ? 'job' : 'jobs'}</p>
<noscript><p>This list needs JavaScript. Each job has a page in the folder “jobs”.</p></noscript>
<div class="wide"><table class="cards"><thead><tr>${headings.map(one => `<th scope="col">${one}</th>`).join('')}</tr></thead><tbody id="found"></tbody></table></div>
<p><button type="button" id="more" hidden>Show more jobs</button></p>
<script type="application/json" id="jobs">[
`,
  ].join('')
  const after = [
    '\n]</script>\n</section>\n',
    section('Company', factList(company)),
    section('People', table(['Name', 'E-mail', 'Role', 'Access'], people)),
    section('Tables for Spreadsheets', links(csvPaths.map(path => ({ name: path.slice(4), path })))),
    section('Document Templates', links(templates)),
    `<script>${script}</script>\n`,
    PAGE_END,
  ].join('')
  return { before, after }
}
