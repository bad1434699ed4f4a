import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Registry } from 'prom-client'
import { beforeAll, expect, test } from 'vitest'
import { watchHealth } from './health.ts'
import { openMetrics } from './metrics.ts'

const root = join(import.meta.dirname, '..')
/** What Prometheus itself adds to everything that it scrapes. */
const OF_PROMETHEUS = new Map([['up', ['job', 'instance']]])
/** What has no series in a process that has done nothing, but does exist. */
const ALWAYS = ['job', 'instance', 'le']

type Board = { panels: { targets: { expr: string }[] }[] }

let labels: Map<string, readonly string[]>
let alerts: string
let board: Board
let page: string

function labelsOf(registry: Registry): Map<string, readonly string[]> {
  const found = new Map<string, readonly string[]>(OF_PROMETHEUS)
  for (const { name } of registry.getMetricsAsArray()) {
    const { labelNames = [] } = registry.getSingleMetric(name) as unknown as { labelNames?: string[] }
    for (const ending of ['', '_bucket', '_sum', '_count']) found.set(name + ending, labelNames)
  }
  return found
}

beforeAll(async () => {
  const parts = { readDatabase: async () => undefined, dataDir: undefined, checkFiles: async () => undefined }
  const { registry } = openMetrics({ health: watchHealth(parts), pools: {}, loads: {} })
  labels = labelsOf(registry)
  alerts = await readFile(join(root, 'packaging/alerts.yml'), 'utf8')
  board = JSON.parse(await readFile(join(root, 'packaging/grafana.json'), 'utf8')) as Board
  page = await readFile(join(root, 'docs/watching.md'), 'utf8')
})

const NAME = /\b(?:up|(?:lading|nodejs|process)_[a-z0-9_]+)\b/g
const SELECTOR = /\b([a-z][a-z0-9_]*)\{([^}]*)\}/g

/** What an expression names that the product does not have. */
function unknownIn(expression: string): string[] {
  const bare = expression.replace(/"[^"]*"/g, '""')
  const names = [...bare.matchAll(NAME)].map(([name]) => name).filter(name => !labels.has(name))
  const foreign = [...bare.matchAll(SELECTOR)].flatMap(([, name = '', inside = '']) =>
    inside
      .split(',')
      .map(part => part.split(/[=!]/)[0]?.trim() ?? '')
      .filter(label => ![...ALWAYS, ...(labels.get(name) ?? [])].includes(label))
      .map(label => `${name}{${label}}`),
  )
  return [...names, ...foreign]
}

const rules = () => [...alerts.matchAll(/- alert: (\w+)\n +expr: (.+)\n/g)]

test('every metric and label of the alerts exists', () => {
  expect(rules().length).toBe(alerts.split('- alert:').length - 1)
  expect(rules().length).toBeGreaterThan(15)
  expect(rules().flatMap(([, name, expr = '']) => unknownIn(expr).map(what => `${name}: ${what}`))).toEqual(
    [],
  )
})

test('every metric and label of the board exists', () => {
  const expressions = board.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))
  expect(expressions.length).toBeGreaterThan(15)
  expect(expressions.flatMap(unknownIn)).toEqual([])
  // A metric or a label that is not there is found.
  expect(unknownIn('rate(lading_nothing_total[5m])')).toEqual(['lading_nothing_total'])
  expect(unknownIn('lading_ready{colour="red"}')).toEqual(['lading_ready{colour}'])
})

test('the page says what to do about every alert, names every metric, and no other', () => {
  expect(rules().filter(([, name = '']) => !page.includes(`| \`${name}\` (`))).toEqual([])
  const rows = [...page.matchAll(/`(Lading[A-Z]\w+)`/g)].map(([, name]) => name)
  expect(rows).toEqual(rules().map(([, name]) => name))
  const own = [...labels.keys()].filter(
    name => name.startsWith('lading_') && !/_(bucket|sum|count)$/.test(name),
  )
  expect(own.filter(name => !page.includes(`\`${name}\``))).toEqual([])
  const named = [...page.matchAll(/`((?:lading|nodejs|process)_[a-z0-9_]+)`/g)].map(([, name = '']) => name)
  expect(named.filter(name => !labels.has(name))).toEqual([])
})
