import { dirname, join } from 'node:path'

export type SourceFile = { path: string; text: string }

const imported = /(?:from|import\()\s*'([^']+)'/g
const isTest = (path: string) => /\.(test|spec)\.tsx?$/.test(path)

/** The folder under `floor` that a file lies in; undefined for files of other floors and at the floor's top. */
function sliceOf(floor: string, path: string): string | undefined {
  const [top, slice, ...rest] = path.split('/')
  return top === floor && rest.length > 0 ? slice : undefined
}

/** For each folder of a floor the other folders that its files import, tests left out. */
export function sliceImports(floor: string, files: readonly SourceFile[]): Map<string, Set<string>> {
  const graph = new Map<string, Set<string>>()
  for (const { path, text } of files) {
    const own = sliceOf(floor, path)
    if (own === undefined || isTest(path)) continue
    const others = graph.get(own) ?? new Set()
    graph.set(own, others)
    for (const [, name = ''] of text.matchAll(imported)) {
      const target = name.startsWith('#') ? name.slice(1) : join(dirname(path), name)
      const other = sliceOf(floor, target)
      if (other !== undefined && other !== own) others.add(other)
    }
  }
  return graph
}

/** Folders that reach each other in a circle, each circle's in alphabetical order. */
export function circles(graph: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const reachable = (from: string): Set<string> => {
    const seen = new Set<string>()
    const open = [from]
    for (let next = open.pop(); next !== undefined; next = open.pop())
      for (const other of graph.get(next) ?? [])
        if (!seen.has(other)) {
          seen.add(other)
          open.push(other)
        }
    return seen
  }
  const reach = new Map([...graph.keys()].map(slice => [slice, reachable(slice)]))
  const found = new Set<string>()
  for (const [slice, others] of reach)
    if (others.has(slice)) {
      const circle = [...others].filter(other => reach.get(other)?.has(slice))
      found.add(circle.sort((one, other) => one.localeCompare(other)).join(' '))
    }
  return [...found].map(circle => circle.split(' '))
}
