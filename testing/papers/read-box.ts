export const oneSpace = (line: string): string => line.replaceAll(/\s+/g, ' ').trim()

/** What stands under the labels of a box: a box may hold several. */
export function readBox(
  cell: string,
  known: Readonly<Record<string, unknown>>,
): [label: string, lines: string[]][] {
  const found: [string, string[]][] = []
  for (const line of cell.split('\n').map(oneSpace)) {
    if (found.length === 0 || line in known) found.push([line, []])
    else if (line !== '') found.at(-1)?.[1].push(line)
  }
  return found
}
