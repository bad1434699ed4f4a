import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { definedNotUsed, definedTwice, rawValues, usedNotDefined, type WebFile } from './css-rules.ts'

const root = join(import.meta.dirname, '..')
const TOKENS = 'web/ui/tokens.css'

let sheets: WebFile[]
let sources: WebFile[]
let tokens: WebFile

// The public pages are a bundle of their own, with a look of their own.
const isApplication = (path: string) => !path.startsWith('site/') && !path.startsWith('build/')

beforeAll(async () => {
  const paths = (await readdir(join(root, 'web'), { recursive: true }))
    .map(path => path.replaceAll('\\', '/'))
    .filter(isApplication)
    .sort()
  const read = async (path: string) => ({
    path: `web/${path}`,
    text: await readFile(join(root, 'web', path), 'utf8'),
  })
  sheets = await Promise.all(paths.filter(path => path.endsWith('.css')).map(read))
  sources = await Promise.all(
    paths.filter(path => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path)).map(read),
  )
  const found = sheets.find(({ path }) => path.endsWith('/tokens.css'))
  if (!found) throw new Error('There is no tokens.css in web.')
  tokens = found
})

describe('the style sheets of the application', () => {
  test('were read', () => {
    expect(sheets.length).toBeGreaterThan(20)
    expect(sources.length).toBeGreaterThan(200)
  })

  test('define each class in one file', () => {
    expect(definedTwice(sheets)).toEqual([])
  })

  test('define each class that is used', () => {
    expect(usedNotDefined(sheets, sources)).toEqual([])
  })

  test('define no class that is not used', () => {
    expect(definedNotUsed(sheets, sources)).toEqual([])
  })

  test('take colours, layers, shadows and spaces from the tokens, and change at two widths', () => {
    expect(rawValues(sheets, tokens)).toEqual([])
  })
})

const sheet = (text: string, path = 'web/jobs/jobs.css'): WebFile => ({ path, text })
const screen = (text: string): WebFile => ({ path: 'web/jobs/JobScreen.tsx', text })
const planted: WebFile = {
  path: TOKENS,
  text: ':root {\n  --space-4: 8px;\n  --layer-menu: 5;\n  --shadow-menu: 0 8px 24px rgb(0 0 0 / 20%);\n}',
}

describe('a planted fault is found:', () => {
  test('a class that two files define, also where one only places it in its own part', () => {
    const other = sheet('.menu > .job:hover { color: var(--text); }', 'web/ui/menu.css')
    expect(definedTwice([sheet('.job, .job__name { color: var(--text); }'), other])).toEqual([
      '.job: web/jobs/jobs.css, web/ui/menu.css',
    ])
    expect(
      definedTwice([sheet('.job .menu { gap: 0; }'), sheet('.job { gap: 0; }', 'web/ui/a.css')]),
    ).toEqual([])
  })

  test.each([
    ['className="job card"', ['card']],
    ["className={isOpen ? 'job' : 'card'}", ['card']],
    ["className={state === 'open' ? 'job' : 'job--closed'}", ['job--closed']],
    ['className={`job mark--${tone}`}', ['mark--…']],
    ["classNames={{ content: 'card' }}", ['card']],
    ['wrapperClassName="card"', ['card']],
    ['className="job"', []],
    ['className={`dot--${tone}`}', []],
    ['className="mantine-Modal-root"', []],
  ])('of %s it names %j as not defined', (attribute, missing) => {
    const sheets = [sheet('.job { gap: 0; } /* .card {} */ .dot--red { gap: 0; }')]
    expect(usedNotDefined(sheets, [screen(`<p ${attribute} />`)])).toEqual(
      missing.map(name => `web/jobs/JobScreen.tsx: ${name}`),
    )
  })

  test('a class that nothing uses; a part of a name is no use', () => {
    const sheets = [
      sheet('.job { gap: 0; } .job__name { gap: 0; } .dot--red { gap: 0; } .dot--blue::after { gap: 0; }'),
    ]
    expect(definedNotUsed(sheets, [screen('<p className="job__name job-card" /> // job')])).toEqual([
      '.job: web/jobs/jobs.css',
      '.dot--red: web/jobs/jobs.css',
      '.dot--blue: web/jobs/jobs.css',
    ])
    expect(definedNotUsed(sheets, [screen('<p className={`job job__name dot--${tone}`} />')])).toEqual([])
  })

  test.each([
    ['color: #fff', 'a colour of its own'],
    ['border: 1px solid rgb(0 0 0 / 20%)', 'a colour of its own'],
    ['z-index: 5', 'a layer of its own'],
    ['box-shadow: 0 1px 2px var(--line)', 'a shadow of its own'],
    ['padding: 0 8px', 'var(--space-4) is this space'],
    ['margin-left: 8px', 'var(--space-4) is this space'],
  ])('%s: %s', (declaration, fault) => {
    expect(rawValues([planted, sheet(`.job {\n  ${declaration};\n}`)], planted)).toEqual([
      `web/jobs/jobs.css: ${declaration} (${fault})`,
    ])
  })

  test.each([
    'color: var(--text)',
    'z-index: var(--layer-menu)',
    'box-shadow: var(--shadow-menu)',
    'box-shadow: inset 3px 0 0 var(--accent)',
    'padding: var(--space-4) 10px',
    'margin: 0 calc(-1 * var(--space-4))',
    'width: 8px',
  ])('%s is well', declaration => {
    expect(rawValues([planted, sheet(`.job {\n  ${declaration};\n}`)], planted)).toEqual([])
  })

  test('a third width', () => {
    const sheets = ['640px', '800px', '720px'].map(width =>
      sheet(`@media (max-width: ${width}) { .job { gap: 0; } }`),
    )
    expect(rawValues(sheets, planted)).toEqual(['web/jobs/jobs.css: 720px is no breakpoint'])
  })
})
