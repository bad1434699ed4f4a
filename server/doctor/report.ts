import { startFailure } from '#server/start-failure.ts'

/** What was found of one thing; the text of what is wrong says what to do. */
export type Finding = { state: 'right' | 'note' | 'wrong'; text: string }

export type Section = { title: string; findings: readonly Finding[] }

export const right = (text: string): Finding => ({ state: 'right', text })
export const note = (text: string): Finding => ({ state: 'note', text })
export const wrong = (text: string): Finding => ({ state: 'wrong', text })

/** The findings of `look`; where it fails, the failure in the words of a start. */
export async function section(
  title: string,
  look: () => Promise<readonly (Finding | undefined)[]>,
): Promise<Section> {
  try {
    const findings = await look()
    return { title, findings: findings.filter(one => one !== undefined) }
  } catch (error) {
    return { title, findings: [wrong(startFailure(error))] }
  }
}

const MARKS = { right: '  ok     ', note: '  note   ', wrong: '  WRONG  ' }

/** One page of plain text. */
export function page(sections: readonly Section[]): string {
  const blocks = sections
    .filter(({ findings }) => findings.length > 0)
    .map(({ title, findings }) => [title, ...findings.map(lineOf)].join('\n'))
  return [...blocks, summary(sections)].join('\n\n')
}

const lineOf = ({ state, text }: Finding) =>
  `${MARKS[state]}${text.replaceAll('\n', `\n${' '.repeat(MARKS[state].length)}`)}`

const all = (sections: readonly Section[]) => sections.flatMap(({ findings }) => findings)

export const isHealthy = (sections: readonly Section[]): boolean =>
  all(sections).every(({ state }) => state !== 'wrong')

function summary(sections: readonly Section[]): string {
  const wrongs = all(sections).filter(({ state }) => state === 'wrong').length
  if (wrongs === 0) return 'Nothing is wrong.'
  return wrongs === 1 ? 'One thing is wrong.' : `${wrongs} things are wrong.`
}

/** As people read it: 1.2 GB. */
export function amount(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB']
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), units.length - 1)
  return `${Number((bytes / 1000 ** power).toPrecision(3))} ${units[power]}`
}
